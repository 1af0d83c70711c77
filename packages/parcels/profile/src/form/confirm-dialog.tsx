import { queryClient, useMutation } from '@portico/query';
import { type TextKey, useTranslation } from '@portico/shared';
import { Button, Modal, ModalActions } from '@portico/ui';
import { useRef } from 'react';
import { ActionFailure } from './action-failure';

interface ConfirmDialogProps {
  readonly title: string;
  readonly text?: string;
  /** The button that confirms, named for the action. */
  readonly confirm: string;
  /** The action deletes something. */
  readonly isDangerous?: boolean;
  /** Runs on confirmation. */
  readonly action: () => Promise<void>;
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
  fallback,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const cancel = useRef<HTMLButtonElement>(null);
  const { error, isPending, mutate } = useMutation({ mutationFn: action, onSuccess: onClose }, queryClient);
  const close = () => isPending || onClose();

  return (
    <Modal title={title} titleSize={3} text={text} first={cancel} onDismiss={close}>
      <div className="portico-profile-dialog">
        <ActionFailure error={error} fallback={fallback} />
        <ModalActions>
          <Button variant="quiet" ref={cancel} isOnHold={isPending} onClick={close}>
            {t('cancel')}
          </Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} isBusy={isPending} onClick={() => mutate()}>
            {confirm}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  );
}
