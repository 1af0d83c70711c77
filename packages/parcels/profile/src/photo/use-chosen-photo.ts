import { type PhotoMime, photoMaxBytes } from '@portico/contract';
import type { TextKey } from '@portico/shared';
import { type ComponentType, useState } from 'react';
import type { CropDialogProps } from './crop-dialog';

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

/** A photo to crop, or the text of what is wrong with the file. */
type ReadPhoto = { readonly photo: Blob; readonly error?: never } | { readonly error: TextKey };

/** Reads a file that the user chose. The photo is a copy, independent of the file on disk. */
async function readPhoto(file: Blob): Promise<ReadPhoto> {
  let photo: Blob;
  try {
    if (!(await hasPhotoSignature(file))) return { error: 'image.wrong_type' };
    if (file.size > photoMaxBytes) return { error: 'image.too_large' };
    photo = new Blob([await file.arrayBuffer()], { type: file.type });
  } catch {
    // Changed, moved or removed since it was chosen.
    return { error: 'image.file_changed' };
  }
  try {
    // A truncated image does not decode.
    const image = await createImageBitmap(photo);
    image.close();
    return { photo };
  } catch {
    return { error: 'image.broken' };
  }
}

const signatures: Record<PhotoMime, (head: string) => boolean> = {
  'image/png': (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (head) => head.startsWith('\xff\xd8\xff'),
  'image/webp': (head) => head.startsWith('RIFF') && head.endsWith('WEBP'),
};

/** Number of bytes that identify the type of a file. */
const headLength = 12;

/** Whether a file starts with the signature of a supported image type, whatever its name is. */
async function hasPhotoSignature(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, headLength).arrayBuffer());
  const text = String.fromCharCode(...head);
  return Object.values(signatures).some((isMet) => isMet(text));
}
