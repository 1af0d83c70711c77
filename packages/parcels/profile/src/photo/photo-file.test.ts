import type { PhotoMime } from '@portico/contract';
import { findPhotoType, isWholePhoto } from './photo-file';

/** Real pictures of 3 × 2 pixels. */
const pictures: readonly (readonly [string, PhotoMime, string])[] = [
  [
    'a PNG',
    'image/png',
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQImWM4bCgLQQxwFgBD9AZnWNWh7gAA' +
      'AABJRU5ErkJggg==',
  ],
  [
    'a JPEG',
    'image/jpeg',
    '/9j/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuC' +
      'guv/////////////////////////////////////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAA' +
      'AAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA' +
      'DAMBAAIRAxEAPwCYALv/2Q==',
  ],
  [
    'a progressive JPEG',
    'image/jpeg',
    '/9j/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuC' +
      'guv/////////////////////////////////////////////////////////////////////////wgARCAACAAMDASIAAhEBAxEB/8QAFQABAQAA' +
      'AAAAAAAAAAAAAAAAAAL/xAAUAQEAAAAAAAAAAAAAAAAAAAAC/9oADAMBAAIQAxAAAAGQX//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAQUC' +
      'f//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Bf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Bf//EABQQAQAAAAAAAAAAAAAA' +
      'AAAAAAD/2gAIAQEABj8Cf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8hf//aAAwDAQACAAMAAAAQD//EABQRAQAAAAAAAAAAAAAAAAAA' +
      'AAD/2gAIAQMBAT8Qf//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQIBAT8Qf//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Qf//Z',
  ],
  ['a WebP', 'image/webp', 'UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoDAAIAB0CWJaACdAFAAAD+3hJyyMRYq/JL1J+VdgAAAA=='],
];

const decode = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
/** Without them it has its pixels still. */
const checksumLength = 4;

test.each(pictures)('%s is known by its first bytes, and whole only with its last', async (_, type, base64) => {
  const bytes = decode(base64);
  expect(await findPhotoType(new Blob([bytes]))).toBe(type);
  expect(isWholePhoto(type, bytes.buffer)).toBe(true);
  expect(isWholePhoto(type, Uint8Array.from([...bytes, 0, 0, 0]).buffer)).toBe(true);
  const lengths = Array.from({ length: bytes.length - checksumLength }, (_, length) => length);
  expect(lengths.filter((length) => isWholePhoto(type, bytes.slice(0, length).buffer))).toEqual([]);
});

test('the end of the small picture inside a JPEG is not its own', () => {
  const [start, preview, rest] = [
    [0xff, 0xd8],
    [0xff, 0xe1, 0, 6, 0xff, 0xd9, 0, 0],
    decode(pictures[1]?.[2] ?? '').slice(2),
  ];
  expect(isWholePhoto('image/jpeg', Uint8Array.from([...start, ...preview, ...rest]).buffer)).toBe(true);
  expect(isWholePhoto('image/jpeg', Uint8Array.from([...start, ...preview, ...rest.slice(0, -2)]).buffer)).toBe(false);
});

test.each(['<svg></svg>', 'GIF89a', ''])('%j is no photo', async (content) => {
  expect(await findPhotoType(new Blob([content]))).toBeUndefined();
});
