import { accountPart, showToast, useTranslation } from '@portico/shared';
import { Button, Modal } from '@portico/ui';
import { useId, useRef, useState } from 'react';
import { ActionFailure } from '../form/action-failure';

/** Asks before the photo of the user is deleted. */
export function DeleteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const [isDeleting, setDeleting] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const confirm = async () => {
    setFailure(undefined);
    setDeleting(true);
    try {
      await accountPart.get().deletePhoto();
      showToast({ type: 'success', text: t('image.deleted') });
      onClose();
    } catch (error) {
      setFailure(error);
      setDeleting(false);
    }
  };
  const close = () => {
    if (!isDeleting) onClose();
  };

  return (
    <Modal labelledBy={id} first={cancel} onDismiss={close}>
      <div className="portico-profile-dialog">
        <h2 className="portico-ui-heading portico-ui-heading-3" id={id}>
          {t('image.confirm_delete')}
        </h2>
        <ActionFailure error={failure} fallback="image.delete_failed" />
        <div className="portico-profile-dialog-actions">
          <Button variant="quiet" ref={cancel} isOnHold={isDeleting} onClick={close}>
            {t('cancel')}
          </Button>
          <Button variant="danger" isBusy={isDeleting} onClick={confirm}>
            {t('confirm')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
