import type { Page } from '@playwright/test';

interface PictureOptions {
  readonly width: number;
  readonly height: number;
  /** The colours of its left and of its right half. */
  readonly halves?: readonly [string, string];
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp';
}

/** Creates the file of a picture with two coloured halves, by default red and blue. */
export async function drawPicture(
  page: Page,
  { width, height, halves = ['#ff0000', '#0000ff'], type = 'image/png' }: PictureOptions,
): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ({ width, height, halves, type }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      for (const [index, colour] of halves.entries()) {
        context.fillStyle = colour;
        context.fillRect(index * Math.floor(width / 2), 0, width, height);
      }
      const blob = await canvas.convertToBlob({ type, quality: 1 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { width, height, halves, type },
  );
  return Buffer.from(bytes);
}

/** A JPEG that viewers rotate by 90° clockwise (EXIF 2.32, orientation 6). */
export function rotate(jpeg: Buffer): Buffer {
  const exif = Buffer.concat([
    Buffer.from([0xff, 0xe1, 0x00, 0x22]),
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Buffer.from([0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
  ]);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}

interface SeenPicture {
  readonly width: number;
  readonly height: number;
  /** The colours at 10, 50 and 90 % of its width: `red`, `blue` or another colour. */
  readonly across: readonly string[];
  /** The same colours from top to bottom. */
  readonly down: readonly string[];
}

/** Decodes a picture. */
export function readPicture(page: Page, file: Buffer): Promise<SeenPicture> {
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const nameAt = (x: number, y: number) => {
        const [red = 0, , blue = 0] = context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data;
        if (red > 200 && blue < 60) return 'red';
        return blue > 200 && red < 60 ? 'blue' : `${red},${blue}`;
      };
      const places = [0.1, 0.5, 0.9];
      return {
        width,
        height,
        across: places.map((place) => nameAt(place, 0.5)),
        down: places.map((place) => nameAt(0.5, place)),
      };
    },
    [...file],
  );
}
