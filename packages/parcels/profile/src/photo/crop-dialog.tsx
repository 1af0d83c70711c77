import { photoSize } from '@portico/contract';
import { adoptStyles, showToast, useAction, useTranslation, useUnsavedChanges } from '@portico/shared';
import { Button, FailureNotice, Modal, ModalActions } from '@portico/ui';
import { useEffect, useState } from 'react';
import type { Area } from 'react-easy-crop';
import vendorSheet from 'react-easy-crop/react-easy-crop.css';
import { savePhoto } from './change-photo';
import sheet from './crop.css';
import { Cropping } from './cropping';

adoptStyles(vendorSheet, sheet);

export interface CropDialogProps {
  /** An image that decodes. */
  readonly photo: Blob;
  readonly onClose: () => void;
}

/** Lets the user choose a square of the image, and uploads it as the photo. */
export function CropDialog({ photo, onClose }: CropDialogProps) {
  const { t } = useTranslation();
  const address = useObjectUrl(photo);
  const [area, setArea] = useState<Area>();
  const [isBroken, setBroken] = useState(false);
  useUnsavedChanges(true);
  const { notice, button, run } = useAction('image.save_failed');
  const save = async () => {
    if (!address || !area) return;
    await savePhoto(await cropPhoto(address, area));
    showToast({ type: 'success', text: t('image.saved') });
    onClose();
  };
  const close = () => button.isBusy || onClose();

  return (
    <Modal title={t('image.crop')} text={t('image.crop_hint')} onDismiss={close}>
      <div className="portico-profile-dialog">
        {address && (
          <Cropping address={address} isHeld={button.isBusy} onChange={setArea} onBroken={() => setBroken(true)} />
        )}
        {isBroken && <FailureNotice text={t('image.broken')} />}
        {notice && <FailureNotice {...notice} />}
        <ModalActions>
          <Button variant="quiet" isOnHold={button.isBusy} onClick={close}>
            {t('cancel')}
          </Button>
          <Button {...button} isOnHold={button.isOnHold || !area} onClick={() => run(save)}>
            {t('image.save')}
          </Button>
        </ModalActions>
      </div>
    </Modal>
  );
}

/** An object URL of the blob, revoked when the component is removed. */
function useObjectUrl(blob: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(blob);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [blob]);
  return address;
}

const quality = 0.9;

/** Cuts a square of at most 512 px out of an image; upright, because image elements apply the EXIF orientation. */
async function cropPhoto(address: string, { x, y, width, height }: Area): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(photoSize, width));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas left.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const webp = await encode(canvas, 'image/webp');
  if (webp.type === 'image/webp') return webp;
  // Safari encodes no WebP. A JPEG has no transparency: without a background it would be black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return encode(canvas, 'image/jpeg');
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The photo was not encoded.'))), type, quality);
  });
}
