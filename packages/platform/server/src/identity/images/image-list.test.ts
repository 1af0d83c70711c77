import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { photoCalls, plainPicture } from '../../testing/test-photos';
import { photoEmailsMax } from './user-image-routes';

const allowed = 'https://portal.example.com';
const ana = 'ana@portico.test';
const bruno = 'bruno@portico.test';
const carla = 'carla@portico.test';
const dora = 'dora@portico.test';
const eva = 'eva@acme.test';

const server = testServer({ PORTICO_ALLOWED_ORIGINS: allowed, TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' });
beforeAll(async () => {
  await server.operate('POST', 'tenants', { key: 'acme', name: 'Acme' });
  await server.operate('POST', 'users', { email: eva, name: 'Eva', password: 'portico-demo', tenant: 'acme' });
  await server.operate('PUT', `tenants/acme/apps/smsa/users/${eva}`, { name: 'SMSA', new: true });
  for (const email of [ana, bruno, carla, eva]) await (await signIn(email)).upload(await png());
});

async function signIn(email: string, tenant = email === eva ? 'acme' : 'smsa') {
  const { token } = await server.signIn(email, undefined, { 'x-forwarded-host': `${tenant}.test` });
  return { token, ...photoCalls(server, email, token) };
}

const png = (background?: string) => plainPicture(32, 32, background).png().toBuffer();

/** The users whose photos a user gets who requests all. */
async function seenBy(email: string, tenant?: string): Promise<string[]> {
  const images = await (await signIn(email, tenant)).getPhotos(dora, eva, carla, bruno, ana, 'nobody@acme.test');
  return images.map((image) => image.email);
}

test('photos are visible to their owner and to users of the same tenant', async () => {
  expect(await seenBy(dora)).toEqual([ana, bruno]);
  expect(await seenBy(ana)).toEqual([ana, bruno]);
  // Without an application there is no tenant.
  expect(await seenBy(carla)).toEqual([carla]);
  // The same application in another tenant.
  expect(await seenBy(eva)).toEqual([eva]);
});

test('users who join a tenant see its photos and are seen, until they leave it', async () => {
  const grant = `tenants/finouro/apps/welcome/users/${eva}`;
  await server.operate('PUT', grant);
  const seenInFinouro = async () => [await seenBy(eva, 'finouro'), await seenBy(dora, 'finouro')];
  expect(await seenInFinouro()).toEqual([
    [ana, bruno, eva],
    [ana, bruno, eva],
  ]);
  // A session shows only users of its own tenant.
  expect([await seenBy(eva), await seenBy(dora)]).toEqual([[eva], [ana, bruno]]);
  await server.operate('DELETE', grant);
  expect(await seenInFinouro()).toEqual([[eva], [ana, bruno]]);
});

test.each([
  `emails=${ana}&emails=${bruno}`,
  `emails[]=${ana}&emails[]=${bruno}`,
  `emails=${ana},${bruno}`,
  `emails=${ana}&emails[]=${bruno}`,
  `emails=${bruno},%20ANA@portico.test&emails=${ana}`,
])('takes a list as %s', async (query) => {
  const { token } = await signIn(ana);
  const images: unknown = await (await server.call('GET', `/api/users/images?${query}`, { token })).json();
  expect(images).toEqual(
    [ana, bruno].map((email) => ({ email, image: expect.objectContaining({ mime: 'image/webp' }) })),
  );
});

const many = (count: number) => Array.from({ length: count }, (_, number) => `user-${number}@portico.test`).join(',');

test('accepts as many e-mails as the contract says', async () => {
  const { token } = await signIn(ana);
  const get = (count: number) => server.call('GET', `/api/users/images?emails=${many(count)}`, { token });
  expect(await (await get(photoEmailsMax)).json()).toEqual([]);
  expect(await readError(await get(photoEmailsMax + 1))).toBe('400 invalid-request');
});

test.each(['', 'emails=', `emails=${ana},`, 'emails=ana', `emails=${ana}&emails=x%00@y.test`, `email=${ana}`])(
  'refuses "%s"',
  async (query) => {
    const { token } = await signIn(ana);
    const response = await server.call('GET', `/api/users/images?${query}`, { token });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await readError(response)).toBe('400 invalid-request');
  },
);

describe('a browser that has the photos', () => {
  test('gets them again only after a change', async () => {
    const { get, upload, remove } = await signIn(ana);
    const emails = [ana, bruno];
    const first = await get(emails);
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(first.headers.get('vary')).toBe('Origin, Authorization');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);

    const second = await get([bruno, ana], { 'if-none-match': `"other", W/${etag}` });
    expect([second.status, await second.text()]).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    }

    const tags = [etag];
    for (const change of [async () => upload(await png('#00ff00')), remove, async () => upload(await png())]) {
      await change();
      const changed = await get(emails, { 'if-none-match': tags.at(-1) ?? '' });
      expect(changed.status).toBe(200);
      tags.push(changed.headers.get('etag') ?? '');
    }
    // The same photo as at first.
    expect(tags[3]).toBe(etag);
    expect(new Set(tags).size).toBe(3);
  });

  test('gets no 304 after it lost the access', async () => {
    const [insider, outsider] = [await signIn(ana), await signIn(eva)];
    const etag = (await insider.get([ana])).headers.get('etag') ?? '';
    const response = await outsider.get([ana], { 'if-none-match': etag });
    expect([response.status, await response.json()]).toEqual([200, []]);
  });

  test('may be on another origin', async () => {
    const { get } = await signIn(ana);
    const first = await get([ana], { origin: allowed });
    const etag = first.headers.get('etag') ?? '';
    const second = await get([ana], { origin: allowed, 'if-none-match': etag });
    expect(second.status).toBe(304);
    for (const { headers } of [first, second]) {
      expect(headers.get('access-control-allow-origin')).toBe(allowed);
      expect(headers.get('access-control-expose-headers')).toContain('ETag');
    }
  });
});
