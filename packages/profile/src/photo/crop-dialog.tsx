import { accountPart, adoptStyles, showToast, useTranslation, useUnsavedChanges } from '@portico/shared';
import { Button, FailureNotice, Modal } from '@portico/ui';
import { useId, useState } from 'react';
import type { Area } from 'react-easy-crop';
import vendorSheet from 'react-easy-crop/react-easy-crop.css';
import { ActionFailure } from '../form/action-failure';
import sheet from './crop.css';
import { cropPhoto } from './crop-photo';
import { Cropping } from './cropping';
import { useObjectUrl } from './use-object-url';

adoptStyles(vendorSheet, sheet);

export interface CropDialogProps {
  /** An image that decodes. */
  readonly photo: Blob;
  readonly onClose: () => void;
}

/** The user chooses the square of an image that becomes the photo, and uploads it. */
export function CropDialog({ photo, onClose }: CropDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const address = useObjectUrl(photo);
  const [area, setArea] = useState<Area>();
  const [isSaving, setSaving] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  useUnsavedChanges(true);

  const save = async () => {
    if (!address || !area) return;
    setFailure(undefined);
    setSaving(true);
    try {
      await accountPart.get().savePhoto(await cropPhoto(address, area));
      showToast({ type: 'success', text: t('image.saved') });
      onClose();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  };
  const close = () => {
    if (!isSaving) onClose();
  };

  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-hint`} onDismiss={close}>
      <div className="portico-profile-dialog">
        <div>
          <h2 className="portico-ui-heading portico-ui-heading-2" id={`${id}-title`}>
            {t('image.crop')}
          </h2>
          <p className="portico-ui-lead" id={`${id}-hint`}>
            {t('image.crop_hint')}
          </p>
        </div>
        {address && (
          <Cropping address={address} isHeld={isSaving} onChange={setArea} onBroken={() => setBroken(true)} />
        )}
        {isBroken && <FailureNotice text={t('image.broken')} />}
        <ActionFailure error={failure} fallback="image.save_failed" />
        <div className="portico-profile-dialog-actions">
          <Button variant="quiet" isOnHold={isSaving} onClick={close}>
            {t('cancel')}
          </Button>
          <Button isBusy={isSaving} isOnHold={!area} onClick={save}>
            {t('confirm')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
