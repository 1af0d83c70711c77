import { Agent, request } from 'node:http';
import { photoMaxBytes, photoSize } from '@portico/contract';
import sharp from 'sharp';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { colourAt, noisyPicture, photoCalls, plainPicture } from '../../testing/test-photos';

const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';

const server = testServer();
// The limit must not count the uploads of other tests.
beforeEach(() => server.passSeconds(60 * 60));

async function signIn(email: string) {
  const { token } = await server.signIn(email);
  return { token, ...photoCalls(server, email, token) };
}

const png = (background?: string) => plainPicture(600, 600, background).png().toBuffer();

test.each([
  ['POST', 201],
  ['PUT', 200],
])('%s stores the photo, new or not', async (method, status) => {
  const { remove, upload, photo, getPhotos } = await signIn(ana);
  await remove();
  expect(await getPhotos(ana)).toEqual([]);
  for (const [colour, channel] of [
    ['#ff0000', 0],
    ['#0000ff', 2],
  ] as const) {
    expect((await upload(await png(colour), 'image/png', method)).status).toBe(status);
    const image = (await photo()) ?? new Uint8Array();
    expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: photoSize, height: photoSize });
    expect((await colourAt(image, 9, 9))[channel]).toBeGreaterThan(200);
  }
  expect(await getPhotos(ana)).toEqual([{ email: ana, image: { mime: 'image/webp', data: expect.any(Uint8Array) } }]);
});

test('can be deleted twice', async () => {
  const { remove, upload, photo } = await signIn(ana);
  await upload(await png());
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  expect(await photo()).toBeUndefined();
});

test.each(['image/png', 'image/jpeg', 'image/webp', 'IMAGE/PNG; charset=binary'])(
  'is taken by its content where the type %s is another of the three',
  async (type) => {
    const { upload } = await signIn(ana);
    expect((await upload(await plainPicture(9, 9).webp().toBuffer(), type)).status).toBe(200);
  },
);

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

test.each([
  ['another type', png, 'image/gif', '415 image-type-unknown'],
  ['SVG', async () => svg, 'image/svg+xml', '415 image-type-unknown'],
  ['JSON', async () => '{"data":""}', 'application/json', '415 image-type-unknown'],
  ['an unknown type', png, 'application/octet-stream', '415 image-type-unknown'],
  ['no type', png, '', '415 unsupported-media-type'],
  ['SVG that says it is PNG', async () => svg, 'image/png', '415 image-type-unknown'],
  ['GIF that says it is PNG', () => plainPicture(9, 9).gif().toBuffer(), 'image/png', '415 image-type-unknown'],
  ['no content', async () => '', 'image/png', '415 image-type-unknown'],
  ['half a picture', async () => (await png()).subarray(0, 500), 'image/png', '422 image-unreadable'],
  ['too many bytes', async () => Buffer.alloc(photoMaxBytes + 1), 'image/png', '413 image-too-large'],
  ['far too many bytes', async () => Buffer.alloc(4 * photoMaxBytes), 'image/png', '413 image-too-large'],
  ['too many pixels', () => plainPicture(7000, 7000).png().toBuffer(), 'image/png', '413 image-too-large'],
])('%s is refused, and the old photo stays', async (_what, content, type, error) => {
  const { upload, photo } = await signIn(ana);
  await upload(await png('#00ff00'));
  const before = await photo();
  const body = await content();
  for (const method of ['POST', 'PUT']) expect(await readError(await upload(body, type, method))).toBe(error);
  expect(await photo()).toEqual(before);
});

test('the largest upload is accepted', async () => {
  const { upload } = await signIn(ana);
  const content = await png();
  const padding = Buffer.alloc(photoMaxBytes - content.length);
  expect((await upload(Buffer.concat([content, padding]))).status).toBe(200);
});

test('an upload that breaks off changes nothing', async () => {
  const { upload, photo, token } = await signIn(ana);
  await upload(await png('#00ff00'));
  const before = await photo();
  const content = await png('#0000ff');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': content.length };
  const call = request(`${server.url}/api/users/images?email=${ana}`, { method: 'PUT', headers });
  const closed = new Promise((resolve) => call.once('error', resolve).once('close', resolve));
  call.write(content.subarray(0, content.length / 2), () => call.destroy());
  await closed;
  expect(await photo()).toEqual(before);
});

test('errors are in the language of the request', async () => {
  const { token } = await signIn(ana);
  const refuse = async (language: string) => {
    const headers = { 'content-type': 'image/png', 'accept-language': language };
    const body = Buffer.alloc(photoMaxBytes + 1);
    return (await server.call('PUT', `/api/users/images?email=${ana}`, { token, headers, body })).json();
  };
  expect([await refuse('en'), await refuse('pt')]).toMatchObject([
    { message: 'A picture may have 5 MB and 40 megapixels at most.' },
    { message: 'A imagem pode ter no máximo 5 MB e 40 megapixels.' },
  ]);
});

describe('the photo of another user', () => {
  test.each(['POST', 'PUT', 'DELETE'])('stays: %s', async (method) => {
    const [owner, other] = [await signIn(ana), await signIn(bruno)];
    await owner.upload(await png());
    const before = await owner.photo();
    const body = method === 'DELETE' ? undefined : await png('#000000');
    for (const email of [ana, 'ANA@portico.test', 'nobody@portico.test']) {
      const path = `/api/users/images?email=${email}`;
      const headers = { 'content-type': 'image/png' };
      expect(await readError(await server.call(method, path, { token: other.token, body, headers }))).toBe(
        '403 image-foreign',
      );
    }
    expect(await owner.photo()).toEqual(before);
    expect(await other.photo()).toBeUndefined();
  });

  test('requires exactly one valid e-mail', async () => {
    const { token } = await signIn(ana);
    for (const query of ['', '?email=', '?email=ana', `?email=${ana}&email=${ana}`, `?email=${ana}%00`]) {
      expect(await readError(await server.call('DELETE', `/api/users/images${query}`, { token }))).toBe(
        '400 invalid-request',
      );
    }
  });
});

test.each(['GET', 'POST', 'PUT', 'DELETE'])('%s needs a session', async (method) => {
  const { refreshToken } = await server.signIn(ana);
  const query = method === 'GET' ? `emails=${ana}` : `email=${ana}`;
  for (const call of [{}, { refreshToken }, { token: 'nonsense' }]) {
    expect(await readError(await server.call(method, `/api/users/images?${query}`, call))).toBe(
      '401 not-authenticated',
    );
  }
});

test('twenty concurrent uploads succeed while others sign in', async () => {
  const { upload, photo } = await signIn(ana);
  const content = await noisyPicture(1600, 1200).jpeg().toBuffer();
  const uploads = Array.from({ length: 20 }, () => upload(content, 'image/jpeg'));
  expect((await server.signIn(bruno)).token).not.toBe('');
  expect(new Set((await Promise.all(uploads)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await sharp(await photo()).metadata()).toMatchObject({ width: photoSize, height: photoSize });
});

test('after thirty uploads, valid or not, only that user has to wait', async () => {
  const [uploader, other] = [await signIn(ana), await signIn(bruno)];
  const content = await plainPicture(9, 9).png().toBuffer();
  await uploader.remove();
  for (let count = 0; count < 30; count++) {
    expect((await uploader.upload(count % 2 === 0 ? content : 'nonsense')).status).toBe(count % 2 === 0 ? 200 : 415);
  }
  const refused = await uploader.upload(content);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(await readError(refused)).toBe('429 too-many-tries');
  expect([seconds > 0, seconds <= 120]).toEqual([true, true]);
  expect((await other.upload(content)).status).toBe(200);
  // Reading and deleting still work.
  expect(await uploader.photo()).toBeDefined();
  expect((await uploader.remove()).status).toBe(204);
  server.passSeconds(seconds);
  expect((await uploader.upload(content)).status).toBe(200);
});

test('a call on the connection of a too large upload is answered', async () => {
  const { token } = await server.signIn(ana);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const fetchStatus = (method: string, body?: Buffer) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
      const call = request(`${server.url}/api/users/images?email=${ana}&emails=${ana}`, { method, agent, headers });
      call.on('error', reject);
      call.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
      call.end(body);
    });
  expect(await fetchStatus('PUT', Buffer.alloc(4 * photoMaxBytes))).toBe(413);
  expect(await fetchStatus('GET')).toBe(200);
  agent.destroy();
});

test('an upload of a user who is deleted meanwhile gets 401', async () => {
  const email = 'leaving@portico.test';
  const password = 'a-long-password-of-theirs';
  expect((await server.operate('POST', 'users', { email, name: 'Leaving', password, tenant: 'smsa' })).status).toBe(
    201,
  );
  const { token } = await server.signIn(email, password);
  const content = await png();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': content.length };
    const upload = request(`${server.url}/api/users/images?email=${email}`, { method: 'PUT', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    upload.on('error', reject);
    upload.write(content.subarray(0, 10));
    // The server has found the session by then; if it has not, the answer is the same.
    setTimeout(() => {
      server.operate('DELETE', `users/${email}`).then(() => upload.end(content.subarray(10)), reject);
    }, 300);
  });
  expect(status).toBe(401);
});
