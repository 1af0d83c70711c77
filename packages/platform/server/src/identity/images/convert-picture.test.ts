import { photoSize } from '@portico/contract';
import sharp from 'sharp';
import { ApiError } from '../../http/api-error';
import { colourAt, noisyPicture, plainPicture } from '../../testing/test-photos';
import { toLogo, toSquarePhoto } from './convert-picture';

// Large pictures take long on a busy machine.
jest.setTimeout(30_000);

const readRefusal = async (content: Buffer) => {
  try {
    await toSquarePhoto(content);
    return 'taken';
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.code}` : error;
  }
};

/** Left half red, right half blue. */
const halves = () => plainPicture(800, 600, '#ff0000').composite([{ input: blueHalf, left: 400, top: 0 }]);
let blueHalf: Buffer;
beforeAll(async () => {
  blueHalf = await plainPicture(400, 600, '#0000ff').png().toBuffer();
});

test.each(['png', 'jpeg', 'webp'] as const)('a %s becomes a square of its middle', async (format) => {
  const photo = await toSquarePhoto(await halves().toFormat(format).toBuffer());
  expect(await sharp(photo).metadata()).toMatchObject({ format: 'webp', width: photoSize, height: photoSize });
  const [left, right] = [await colourAt(photo, 10, 256), await colourAt(photo, photoSize - 10, 256)];
  expect([left[0], right[2]].map((channel) => (channel ?? 0) > 200)).toEqual([true, true]);
});

test.each([
  [2000, 500, 1024, 256],
  [100, 400, 64, 256],
  [40, 30, 40, 30],
])('a logo of %i × %i pixels keeps its aspect ratio: %i × %i', async (width, height, newWidth, newHeight) => {
  const logo = await toLogo(await plainPicture(width, height).png().toBuffer());
  expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: newWidth, height: newHeight });
});

test.each([
  [100, 60],
  [60, 4000],
  [1, 1],
  [513, 513],
])('%i × %i pixels become a square of 512', async (width, height) => {
  const photo = await toSquarePhoto(await plainPicture(width, height).png().toBuffer());
  expect(await sharp(photo).metadata()).toMatchObject({ width: 512, height: 512 });
});

test('metadata is removed, the location too', async () => {
  const content = await noisyPicture(700, 700)
    .withExif({ IFD0: { Artist: 'Secret' }, IFD3: { GPSLatitude: '23/1 33/1 0/1', GPSLatitudeRef: 'S' } })
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret</x:xmpmeta>')
    .jpeg()
    .toBuffer();
  const before = await sharp(content).metadata();
  expect([before.exif, before.icc, before.xmp]).not.toContain(undefined);

  const photo = await toSquarePhoto(content);
  const { exif, icc, xmp, iptc, orientation } = await sharp(photo).metadata();
  expect([exif, icc, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  for (const trace of ['Secret', 'EXIF', 'ICCP', 'XMP ']) expect(photo.includes(trace)).toBe(false);
});

test('a rotated picture becomes upright', async () => {
  // 6: rotated by 90 degrees.
  const photo = await toSquarePhoto(await halves().withMetadata({ orientation: 6 }).jpeg().toBuffer());
  const [top, bottom] = [await colourAt(photo, 256, 10), await colourAt(photo, 256, photoSize - 10)];
  expect([top[0], bottom[2]].map((channel) => (channel ?? 0) > 200)).toEqual([true, true]);
});

test('transparency is kept', async () => {
  const clear = { create: { width: 600, height: 600, channels: 4, background: '#00000000' } } as const;
  const photo = await toSquarePhoto(await sharp(clear).png().toBuffer());
  expect(await sharp(photo).stats()).toMatchObject({ isOpaque: false });
});

test('an animation becomes its first frame', async () => {
  const frames = await Promise.all(['#00ff00', '#0000ff'].map((c) => plainPicture(64, 64, c).png().toBuffer()));
  const content = await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  expect((await sharp(content).metadata()).pages).toBe(2);
  const photo = await toSquarePhoto(content);
  expect((await sharp(photo).metadata()).pages).toBeUndefined();
  expect((await colourAt(photo, 32, 32))[1]).toBeGreaterThan(200);
});

test.each(['png', 'jpeg', 'webp'] as const)('a %s that is cut off is refused, wherever', async (format) => {
  const content = await noisyPicture(640, 480).toFormat(format).toBuffer();
  for (const share of [0.001, 0.01, 0.1, 0.5, 0.9, 0.99]) {
    const cut = content.subarray(0, Math.max(16, Math.floor(content.length * share)));
    expect(await readRefusal(cut)).toBe('422 image-unreadable');
  }
  expect(await readRefusal(content.subarray(0, content.length - 20))).toBe('422 image-unreadable');
  expect(await readRefusal(content)).toBe('taken');
});

test('a damaged picture is refused', async () => {
  const content = await noisyPicture(640, 480).png().toBuffer();
  const middle = Math.floor(content.length / 2);
  content.fill(0, middle, middle + 64);
  expect(await readRefusal(content)).toBe('422 image-unreadable');
});

test('a small file with too many pixels is refused before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' } })
    .png({ palette: true })
    .toBuffer();
  expect(bomb.length).toBeLessThan(100_000);
  expect(await readRefusal(bomb)).toBe('413 image-too-large');
  // Only a header, which declares two thousand million pixels each way.
  const claim = Buffer.from(bomb);
  claim.writeUInt32BE(2_000_000_000, 16);
  claim.writeUInt32BE(2_000_000_000, 20);
  expect(await readRefusal(claim)).toBe('422 image-unreadable');
});

test('bytes after the picture are dropped', async () => {
  const picture = await plainPicture(64, 64).png().toBuffer();
  const photo = await toSquarePhoto(Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]));
  expect(photo.includes('script')).toBe(false);
});

test.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['text', async () => Buffer.from('not a picture')],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['SVG behind a comment', async () => Buffer.from('<!-- \x89PNG\r\n\x1a\n --><svg width="9" height="9"/>')],
  ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['GIF', () => plainPicture(9, 9).gif().toBuffer()],
  ['GIF that is a script', async () => Buffer.from('GIF89a/*\x00\x00*/=1;alert(1)//')],
  ['TIFF', () => plainPicture(9, 9).tiff().toBuffer()],
  ['AVIF', () => plainPicture(9, 9).avif().toBuffer()],
  ['HEIC', async () => Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic', 'latin1')],
  ['WAVE', async () => Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
])('%s is refused with its reason', async (_format, content) => {
  expect(await readRefusal(await content())).toBe('415 image-type-unknown');
});
