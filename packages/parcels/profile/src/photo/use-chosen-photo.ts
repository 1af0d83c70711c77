import { photoMaxBytes } from '@portico/contract';
import type { TextKey } from '@portico/shared';
import { type ComponentType, useState, useTransition } from 'react';
import type { CropDialogProps } from './crop-dialog';
import { findPhotoType, isWholePhoto } from './photo-file';

/** The photo that the user chose, once the file is checked and the crop dialog has loaded. */
export function useChosenPhoto() {
  const [chosen, setChosen] = useState<{ readonly photo: Blob; readonly CropDialog: ComponentType<CropDialogProps> }>();
  const [error, setError] = useState<TextKey>();
  const [isReading, startReading] = useTransition();

  const choose = (file: File) => {
    if (isReading) return;
    setError(undefined);
    startReading(async () => {
      const cropper = import(/* webpackChunkName: "crop" */ './crop-dialog').catch(() => undefined);
      const read = await readPhoto(file);
      const CropDialog = (await cropper)?.CropDialog;
      if (typeof read === 'string') setError(read);
      else if (CropDialog) setChosen({ photo: read, CropDialog });
      else setError('image.editor_failed');
    });
  };

  return { chosen, error, isReading, choose, discard: () => setChosen(undefined) };
}

/** Returns a copy of the chosen photo, independent of the file on disk, or the error of the file. */
async function readPhoto(file: Blob): Promise<Blob | TextKey> {
  try {
    const type = await findPhotoType(file);
    if (type === undefined) return 'image.wrong_type';
    if (file.size > photoMaxBytes) return 'image.too_large';
    const content = await file.arrayBuffer();
    const photo = new Blob([content], { type });
    return isWholePhoto(type, content) && (await canDecode(photo)) ? photo : 'image.broken';
  } catch {
    // Changed, moved or removed since it was chosen.
    return 'image.file_changed';
  }
}

async function canDecode(photo: Blob): Promise<boolean> {
  const image = await createImageBitmap(photo).catch(() => undefined);
  image?.close();
  return image !== undefined;
}
