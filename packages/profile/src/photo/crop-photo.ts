import { accountPart } from '@portico/shared';
import type { Area } from 'react-easy-crop';

const quality = 0.9;

/**
 * The square of an image as a photo to upload: at most 512 px, and upright, because elements heed EXIF.
 * @throws when the image does not decode, or the browser has no memory for it
 */
export async function cropPhoto(address: string, { x, y, width, height }: Area): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.min(accountPart.get().photoSize, width));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas left.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const webp = await encode(canvas, 'image/webp');
  if (webp.type === 'image/webp') return webp;
  // Safari writes no WebP; a JPEG is not transparent, and its ground would be black.
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
