import { type TextKey, useTranslation } from '@portico/shared';
import { Button, Modal } from '@portico/ui';
import { useId, useRef, useState } from 'react';
import { ActionFailure } from './action-failure';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text: string;
  /** What is done once it is confirmed. */
  readonly action: () => Promise<void>;
  /** What to say when it fails without a reason. */
  readonly fallback: TextKey;
  /** It is done, or not wanted. */
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back, and stays until it is done. */
export function ConfirmDialog({ title, text, action, fallback, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const confirm = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      await action();
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const close = () => {
    if (!isBusy) onClose();
  };

  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-text`} first={cancel} onDismiss={close}>
      <div className="portico-profile-dialog">
        <div>
          <h2 className="portico-ui-heading portico-ui-heading-3" id={`${id}-title`}>
            {title}
          </h2>
          <p className="portico-ui-lead" id={`${id}-text`}>
            {text}
          </p>
        </div>
        <ActionFailure error={failure} fallback={fallback} />
        <div className="portico-profile-dialog-actions">
          <Button variant="quiet" ref={cancel} isOnHold={isBusy} onClick={close}>
            {t('cancel')}
          </Button>
          <Button isBusy={isBusy} onClick={confirm}>
            {t('confirm')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
