import { useTranslation } from '@portico/shared';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { DeveloperDialog } from './developer-dialog';

/** The interface of import-map-overrides itself, for what the list of the portal has no buttons for. */
export function InterfaceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const list = document.createElement('import-map-overrides-list');
    // It brings a style tag, which the content policy allows by the nonce of this page alone.
    const { nonce = '' } = document.querySelector<HTMLScriptElement>('script#portico-overrides') ?? {};
    list.setAttribute('style-nonce', nonce);
    place.current?.append(list);
    return () => list.remove();
  }, []);

  const keepOpen = (event: KeyboardEvent) => {
    const list = place.current?.firstElementChild;
    // Escape closes the dialog inside of it, and not this one as well.
    if (event.key === 'Escape' && list?.shadowRoot?.querySelector('dialog')) event.preventDefault();
  };
  return (
    <DeveloperDialog title={t('developer.interface_title')} onClose={onClose}>
      <div className="portico-developer-interface" ref={place} onKeyDownCapture={keepOpen} />
    </DeveloperDialog>
  );
}
