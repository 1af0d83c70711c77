import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testServer } from '../testing/start-test-server';
import { readError } from '../testing/test-client';

const server = testServer();

const get = (address: string) => server.call('GET', address);

test.each(['smsa', 'hrstudium', 'smsa-dev', 'smsa-local', 'welcome'])('has both logos of %s', async (module) => {
  for (const file of ['logo.png', 'logo_mini.png']) {
    const response = await get(`/media/apps/${module}/${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  }
});

test("an operator's own logo comes first", async () => {
  const folder = path.join(server.dataFolder, 'media/apps/smsa');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'logo.png'), 'own');
  expect(await (await get('/media/apps/smsa/logo.png')).text()).toBe('own');
});

test('the notification logo falls back to the small logo, then to the only logo', async () => {
  const read = async (address: string) => Buffer.from(await (await get(address)).arrayBuffer());
  const [own, small] = [await read('/media/apps/smsa/notification.png'), await read('/media/apps/smsa/logo_mini.png')];
  expect(own.subarray(1, 4).toString()).toBe('PNG');
  expect(own.equals(small)).toBe(false);
  expect(await read('/media/apps/welcome/notification.png')).toEqual(await read('/media/apps/welcome/logo_mini.png'));
  const folder = path.join(server.dataFolder, 'media/apps/only-wide');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'logo.png'), 'wide');
  for (const file of ['logo.png', 'logo_mini.png', 'notification.png']) {
    expect((await read(`/media/apps/only-wide/${file}`)).toString()).toBe('wide');
  }
});

test.each(['solid/bell', 'regular/bell', 'brands/github'])('has the icon %s', async (icon) => {
  const response = await get(`/media/icons/${icon}.svg`);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000');
  expect(await response.text()).toMatch(/^<svg /);
});

test.each([
  '/media/apps/nothing/logo.png',
  '/media/apps/smsa/other.png',
  '/media/apps/..%2f..%2fsrc/logo.png',
  '/media/apps/%2e%2e/logo.png',
  '/media/icons/duotone/bell.svg',
  '/media/icons/solid/nothing.svg',
  '/media/icons/solid/..%2fregular%2fbell.svg',
  '/media/icons/solid/bell.png',
])('answers 404 to %s', async (address) => {
  expect(await readError(await get(address))).toBe('404 not-found');
});

test('is alive and ready', async () => {
  for (const address of ['/health', '/health/live', '/health/ready']) {
    expect(await (await get(address)).json()).toEqual({ status: 'ok' });
  }
});

test('serves example modules from another origin to every page', async () => {
  const missing = await fetch(`${server.modulesUrl}/nothing/remoteEntry.js`);
  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(missing.headers.get('access-control-allow-origin')).toBe('*');
  expect((await fetch(`${server.modulesUrl}/smsa/..%2fpackage.json`)).status).not.toBe(200);
});
