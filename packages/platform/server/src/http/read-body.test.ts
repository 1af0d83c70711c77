import { Readable } from 'node:stream';
import { ApiError } from './api-error';
import { readBody } from './read-body';

const tooLarge = () => new ApiError(413, 'image-too-large');

test('reads a body up to the limit', async () => {
  const chunk = Buffer.alloc(500, 1);
  expect((await readBody(Readable.from([chunk, chunk]), 1000, tooLarge)).length).toBe(1000);
  expect((await readBody(Readable.from([]), 1000, tooLarge)).length).toBe(0);
});

test('refuses a larger body and keeps the connection for the response', async () => {
  const body = Readable.from([Buffer.alloc(1000), Buffer.alloc(1), Buffer.alloc(1)]);
  await expect(readBody(body, 1000, tooLarge)).rejects.toEqual(new ApiError(413, 'image-too-large'));
  expect(body.destroyed).toBe(false);
});

test('an aborted upload is not an error of the server', async () => {
  async function* broken() {
    yield Buffer.alloc(1);
    throw new Error('aborted');
  }
  const body = Readable.from(broken());
  await expect(readBody(body, 1000, tooLarge)).rejects.toEqual(new ApiError(400, 'invalid-request'));
});
