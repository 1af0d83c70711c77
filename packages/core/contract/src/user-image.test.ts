import * as v from 'valibot';
import { userImageListSchema } from './user-image';

const entry = (data: unknown, mime: unknown = 'image/png') => ({ email: 'ana@portico.test', image: { data, mime } });
const read = (...entries: unknown[]) => v.parse(userImageListSchema, entries);

test.each([['AAH/'], [[0, 1, 255]]])('the bytes of %j are read', (data) => {
  expect(read(entry(data))).toEqual([entry(Uint8Array.from([0, 1, 255]))]);
});

test('a photo of megabytes is read', () => {
  const [image] = read(entry('AAH/'.repeat(2_000_000)));
  expect(image?.image?.data).toHaveLength(6_000_000);
});

test.each([
  ['no image', null],
  ['no data', { data: '', mime: 'image/png' }],
  ['no base64', { data: 'not base64', mime: 'image/png' }],
  ['no bytes', { data: [0, 256], mime: 'image/png' }],
  ['a picture that may hold scripts', { data: 'AAH/', mime: 'image/svg+xml' }],
])('an entry with %s has no photo, and costs the others nothing', (_what, image) => {
  const [none, one] = read({ email: 'bruno@portico.test', image }, entry('AAH/'));
  expect(none).toEqual({ email: 'bruno@portico.test', image: null });
  expect(one?.image?.data).toHaveLength(3);
});

test.each([{}, { email: '' }, 'ana@portico.test'])('%j is not an entry', (other) => {
  expect(v.is(userImageListSchema, [other])).toBe(false);
});
