import { Readable } from 'node:stream';
import { photoMaxBytes } from '@portico/contract';
import { ApiError } from '../errors/api-error';
import { readUpload } from './read-upload';

test('gives what was sent, up to the limit', async () => {
  const chunk = Buffer.alloc(photoMaxBytes / 2, 1);
  expect((await readUpload(Readable.from([chunk, chunk]))).length).toBe(photoMaxBytes);
  expect((await readUpload(Readable.from([]))).length).toBe(0);
});

test('refuses more, and leaves the connection to the answer', async () => {
  const body = Readable.from([Buffer.alloc(photoMaxBytes), Buffer.alloc(1), Buffer.alloc(1)]);
  await expect(readUpload(body)).rejects.toEqual(new ApiError(413, 'image-too-large'));
  expect(body.destroyed).toBe(false);
});

test('an upload that breaks off is no fault of the server', async () => {
  async function* broken() {
    yield Buffer.alloc(1);
    throw new Error('aborted');
  }
  await expect(readUpload(Readable.from(broken()))).rejects.toEqual(new ApiError(400, 'invalid-request'));
});
