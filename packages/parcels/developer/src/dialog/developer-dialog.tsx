import { developerRequestAtom, store, useTranslation } from '@portico/shared';
import { IconButton, Modal } from '@portico/ui';
import { type ReactNode, useId } from 'react';
import { getOverrideRules } from '../overrides/running-overrides';

interface DeveloperDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Replaces the default, which returns to the page. */
  readonly onClose?: () => void;
}

/** The frame of the developer's dialogs: heading and close button. */
export function DeveloperDialog({ title, children, onClose = closeDialog }: DeveloperDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal labelledBy={id} onDismiss={onClose}>
      <div className="portico-developer-dialog">
        <header className="portico-developer-header">
          <h2 className="portico-ui-heading portico-ui-heading-2" id={id}>
            {title}
          </h2>
          <IconButton icon="close" label={t('developer.close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </Modal>
  );
}

export function closeDialog(): void {
  store.set(developerRequestAtom, undefined);
}

/** The origins that the configuration of this portal allows for overrides. */
export function AllowedOrigins() {
  const { t } = useTranslation();
  return (
    <p className="portico-developer-text">
      {t('developer.origins')} <span className="portico-developer-code">{getOverrideRules().origins.join(', ')}</span>
    </p>
  );
}
