import { accountPart, type TextKey } from '@portico/shared';
import { hasPhotoSignature } from './photo-signature';

/** Why a file cannot become a photo, as the text that says so; `undefined` when it can. */
export async function photoFault(file: Blob): Promise<TextKey | undefined> {
  try {
    if (!(await hasPhotoSignature(file))) return 'image.wrong_type';
    if (file.size > accountPart.get().photoMaxBytes) return 'image.too_large';
    // Only a whole image decodes.
    const image = await createImageBitmap(file);
    image.close();
    return undefined;
  } catch {
    return 'image.broken';
  }
}
