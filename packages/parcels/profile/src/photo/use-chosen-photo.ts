import { photoMaxBytes } from '@portico/contract';
import type { TextKey } from '@portico/shared';
import { type ComponentType, useState } from 'react';
import type { CropDialogProps } from './crop-dialog';
import { findPhotoType, isWholePhoto } from './photo-file';

/** The photo that the user chose, once the file is checked and the crop dialog has loaded. */
export function useChosenPhoto() {
  const [chosen, setChosen] = useState<{ readonly photo: Blob; readonly CropDialog: ComponentType<CropDialogProps> }>();
  const [error, setError] = useState<TextKey>();
  const [isReading, setReading] = useState(false);

  const choose = async (file: File) => {
    if (isReading) return;
    setError(undefined);
    setReading(true);
    const cropper = import(/* webpackChunkName: "crop" */ './crop-dialog').catch(() => undefined);
    const read = await readPhoto(file);
    const CropDialog = (await cropper)?.CropDialog;
    setReading(false);
    if (read.error) setError(read.error);
    else if (CropDialog) setChosen({ photo: read.photo, CropDialog });
    else setError('image.editor_failed');
  };

  return { chosen, error, isReading, choose, discard: () => setChosen(undefined) };
}

/** A photo to crop, or the error of the file. */
type ReadPhoto = { readonly photo: Blob; readonly error?: never } | { readonly error: TextKey };

/** Reads a file that the user chose. The photo is a copy, independent of the file on disk. */
async function readPhoto(file: Blob): Promise<ReadPhoto> {
  let photo: Blob;
  try {
    const type = await findPhotoType(file);
    if (type === undefined) return { error: 'image.wrong_type' };
    if (file.size > photoMaxBytes) return { error: 'image.too_large' };
    const content = await file.arrayBuffer();
    if (!isWholePhoto(type, content)) return { error: 'image.broken' };
    photo = new Blob([content], { type });
  } catch {
    // Changed, moved or removed since it was chosen.
    return { error: 'image.file_changed' };
  }
  try {
    const image = await createImageBitmap(photo);
    image.close();
    return { photo };
  } catch {
    return { error: 'image.broken' };
  }
}
