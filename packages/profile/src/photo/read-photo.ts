import { accountPart, type TextKey } from '@portico/shared';
import { hasPhotoSignature } from './photo-signature';

/** A file as a photo to crop, or the text that says why it cannot become one. */
export type ReadPhoto = { readonly photo: Blob; readonly fault?: never } | { readonly fault: TextKey };

/** Reads a file that the user chose. The photo is a copy: what becomes of the file on disk does not matter afterwards. */
export async function readPhoto(file: Blob): Promise<ReadPhoto> {
  let photo: Blob;
  try {
    if (!(await hasPhotoSignature(file))) return { fault: 'image.wrong_type' };
    if (file.size > accountPart.get().photoMaxBytes) return { fault: 'image.too_large' };
    photo = new Blob([await file.arrayBuffer()], { type: file.type });
  } catch {
    // Changed, moved or taken away since it was chosen.
    return { fault: 'image.file_changed' };
  }
  try {
    // Only a whole image decodes.
    const image = await createImageBitmap(photo);
    image.close();
    return { photo };
  } catch {
    return { fault: 'image.broken' };
  }
}
