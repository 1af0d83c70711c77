import { configurationSchema } from '@portico/contract';
import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import * as v from 'valibot';
// As in the server: afterwards sharp reads only the formats of photos.
import '../identity/images/convert-picture';
import { registerAppIconRoutes } from './app-icon-routes';

const configuration = (host: string) =>
  v.parse(configurationSchema, host === 'acme.test' ? { tenants: { acme: { name: 'Acme', accent: '#00ff00' } } } : {});

let app: FastifyInstance;
beforeAll(async () => {
  app = fastify();
  await app.register(async (scope) =>
    registerAppIconRoutes(scope, async (host) => ({ configuration: configuration(host) })),
  );
});
afterAll(() => app.close());

const ask = (url: string, host: string) => app.inject({ url, headers: { host } });

test('each tenant has its own manifest, with icons of the declared sizes', async () => {
  const response = await ask('/manifest.webmanifest', 'acme.test');
  expect(response.headers['cache-control']).toBe('public, max-age=86400');
  expect(response.headers.vary).toBe('Host, X-Forwarded-Host');
  expect(response.headers['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = response.json();
  expect(manifest).toMatchObject({ name: 'Acme', display: 'standalone', start_url: '/', scope: '/' });
  expect(manifest.theme_color).toBe('#00ff00');
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await ask(src, 'acme.test');
    expect(icon.headers['content-type']).toMatch(type);
    if (type !== 'image/png') continue;
    const { width, height } = await sharp(icon.rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('the icon has the colour of the tenant, to its corners', async () => {
  const { rawPayload } = await ask('/app-icon-192.png', 'acme.test');
  const pixels = await sharp(rawPayload).removeAlpha().raw().toBuffer();
  expect([...pixels.subarray(0, 3)]).toEqual([0, 255, 0]);
  expect((await ask('/favicon.svg', 'acme.test')).body).toContain('#00ff00');
});

test('an icon that systems cut has its mark in the safe zone, and is for nothing else', async () => {
  const { icons } = (await ask('/manifest.webmanifest', 'acme.test')).json();
  const cut = icons.filter(({ purpose = 'any' }) => purpose !== 'any');
  expect(cut).toEqual([expect.objectContaining({ purpose: 'maskable', sizes: '512x512' })]);
  const { rawPayload } = await ask(cut[0].src, 'acme.test');
  const pixels = await sharp(rawPayload).removeAlpha().raw().toBuffer();
  let farthest = 0;
  for (let index = 0; index < 512 * 512; index++) {
    const isMark = (pixels[3 * index] ?? 0) > 0;
    if (isMark) farthest = Math.max(farthest, Math.hypot((index % 512) - 255.5, Math.floor(index / 512) - 255.5));
  }
  // The radius of the safe zone is two fifths of the size (W3C, Web Application Manifest).
  expect(farthest).toBeGreaterThan(0);
  expect(farthest).toBeLessThan(0.4 * 512);
});

test.each(['/favicon.ico', '/apple-touch-icon.png'])('browsers that request %s get the icon', async (address) => {
  const { headers, statusCode } = await ask(address, 'acme.test');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
});

test('the icon of the tab has the colour of the tenant around a white mark', async () => {
  const { rawPayload } = await ask('/favicon.png', 'acme.test');
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(3 * (y * info.width + x), 3 * (y * info.width + x + 1))];
  expect([info.width, info.height]).toEqual([64, 64]);
  expect([at(32, 4), at(32, 18)]).toEqual([
    [0, 255, 0],
    [255, 255, 255],
  ]);
});

test('a host without a tenant has the icon of the portal', async () => {
  expect((await ask('/manifest.webmanifest', 'other.test')).json().name).toBe('Portico');
  expect((await ask('/app-icon-512.png', 'other.test')).statusCode).toBe(200);
});
