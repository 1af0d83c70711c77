import { type TextKey, useTranslation } from '@portico/shared';
import { Button, ModalActions } from '@portico/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { reloadWith, switchOff } from '../overrides/developer-mode';
import { type Override, type OverrideState, useOverrides } from '../overrides/running-overrides';
import { forgetOverrides } from '../overrides/stored-overrides';
import { AllowedOrigins, DeveloperDialog } from './developer-dialog';

/** The overrides of this browser, with buttons to remove them. */
export function OverridesDialog() {
  const { t } = useTranslation();
  const overrides = useOverrides();
  const [isInterfaceOpen, setInterfaceOpen] = useState(false);
  if (isInterfaceOpen) return <InterfaceDialog onClose={() => setInterfaceOpen(false)} />;

  const remove = (name: string) =>
    reloadWith(() => window.importMapOverrides?.removeOverride(name), overrides.length > 1);
  const isEmpty = overrides.length === 0;
  return (
    <DeveloperDialog title={t('developer.title')}>
      {isEmpty ? (
        <p className="portico-developer-text">{t('developer.empty')}</p>
      ) : (
        <ul className="portico-developer-list">
          {overrides.map((override) => (
            <OverrideRow key={override.name} {...override} onRemove={() => remove(override.name)} />
          ))}
        </ul>
      )}
      <AllowedOrigins />
      <ModalActions>
        {!isEmpty && (
          <Button variant="quiet" onClick={() => reloadWith(forgetOverrides)}>
            {t('developer.remove_all')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setInterfaceOpen(true)}>
          {t('developer.interface')}
        </Button>
        <Button variant="danger" onClick={() => reloadWith(switchOff)}>
          {t('developer.switch_off')}
        </Button>
      </ModalActions>
    </DeveloperDialog>
  );
}

/** The interface of import-map-overrides itself, which can do more than the portal's list. */
function InterfaceDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const list = document.createElement('import-map-overrides-list');
    place.current?.append(list);
    return () => list.remove();
  }, []);

  const keepOpen = (event: KeyboardEvent) => {
    const list = place.current?.firstElementChild;
    // Escape closes the inner dialog only.
    if (event.key === 'Escape' && list?.shadowRoot?.querySelector('dialog')) event.preventDefault();
  };
  return (
    <DeveloperDialog title={t('developer.interface_title')} onClose={onClose}>
      <div className="portico-developer-interface" ref={place} onKeyDownCapture={keepOpen} />
    </DeveloperDialog>
  );
}

const notes: Record<OverrideState, TextKey | undefined> = {
  active: undefined,
  added: 'developer.added',
  removed: 'developer.removed',
  refused: 'developer.refused',
};

/** An overridden name and its address, with a button to remove the override. */
function OverrideRow({ name, address, state, onRemove }: Override & { readonly onRemove: () => void }) {
  const { t } = useTranslation();
  const note = notes[state];
  return (
    <li className="portico-developer-row">
      <div>
        <strong className="portico-developer-name">{name}</strong>
        <span className="portico-developer-code">{address}</span>
        {note && <span className="portico-developer-note">{t(note)}</span>}
      </div>
      {state !== 'removed' && (
        <Button variant="plain" aria-label={t('developer.remove_name', { name })} onClick={onRemove}>
          {t('developer.remove')}
        </Button>
      )}
    </li>
  );
}
