import { showToast, type TextKey, useAction, useTranslation } from '@portico/shared';
import { Button, FailureNotice, Modal, ModalActions } from '@portico/ui';
import { useRef } from 'react';
import { useFocusAfterRemoval } from '../list/use-focus-after-removal';
import { useConfirmation } from './use-confirmation';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text?: string;
  /** The button that confirms, named for the action. */
  readonly confirm: string;
  /** The action deletes something. */
  readonly isDangerous?: boolean;
  /** Runs on confirmation, after a proof of who the user is if the server wants one. */
  readonly action: () => Promise<void>;
  /** Says that the action is done. */
  readonly done: string;
  /** The text of a failure without a reason. */
  readonly fallback: TextKey;
  /** After the action, or on Cancel. */
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone, and stays open until the action is done. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  isDangerous = false,
  action,
  done,
  fallback,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  const { notice, button, run } = useAction(fallback);
  const confirmation = useConfirmation();
  const close = () => button.isBusy || onClose();
  const act = async () => {
    await confirmation.run(action);
    showToast({ type: 'success', text: done });
    onClose();
  };

  return (
    <>
      <Modal title={title} titleSize={3} text={text} first={cancel} onDismiss={close}>
        <div className="portico-profile-dialog" ref={useFocusAfterRemoval<HTMLDivElement>()}>
          {notice && <FailureNotice {...notice} />}
          <ModalActions>
            <Button variant="quiet" ref={cancel} isOnHold={button.isBusy} onClick={close}>
              {t('cancel')}
            </Button>
            <Button variant={isDangerous ? 'danger' : 'primary'} {...button} onClick={() => run(act)}>
              {confirm}
            </Button>
          </ModalActions>
        </div>
      </Modal>
      {confirmation.dialog}
    </>
  );
}
