import { developerRequestAtom, store, useTranslation } from '@portico/shared';
import { IconButton, Modal } from '@portico/ui';
import type { ReactNode } from 'react';
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
  const close = <IconButton icon="close" label={t('developer.close')} onClick={onClose} />;
  return (
    <Modal title={title} close={close} onDismiss={onClose}>
      <div className="portico-developer-dialog">{children}</div>
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
