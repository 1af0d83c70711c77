import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, PortalProcess, test } from '../src';

const html = { accept: 'text/html' };

test('a missing file is a 404, never the page; every other address is the page', async ({ request }) => {
  for (const missing of ['/missing.js', '/@portico/gone.0123456789.js', '/@portico/x', '/smsa/chunk.css']) {
    const response = await request.get(missing, { headers: html });
    expect([missing, response.status()]).toEqual([missing, 404]);
    expect(response.headers()['content-type']).not.toContain('html');
  }
  const unknownCall = await request.get('/api/unknown', { headers: html });
  expect(unknownCall.status()).toBe(404);
  expect(await unknownCall.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  for (const address of ['/', '/smsa/deep/er', '/people/ana@portico.test', '/apiary']) {
    expect((await request.get(address, { headers: html })).headers()['content-type']).toContain('text/html');
  }
});

test('files of the shell are compressed and kept for ever; page and import map are asked for every time', async ({
  request,
}) => {
  const map = await request.get('/import-map.json');
  expect(map.headers()['cache-control']).toBe('no-cache, must-revalidate');
  const { imports, integrity } = await map.json();
  const shared = await request.get(imports['@portico/shared'], { headers: { 'accept-encoding': 'br' } });
  expect(shared.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(integrity[imports['@portico/shared']]).toMatch(/^sha384-/);
  const page = await request.get('/', { headers: { ...html, 'accept-encoding': 'br' } });
  expect(page.headers()['cache-control']).toBe('no-store');
  expect(page.headers()['content-encoding']).toBe('br');
});

test('the content policy lets no inline script run, and lists the origins of modules from the configuration', async ({
  request,
  modules,
}) => {
  const policy = (await request.get('/', { headers: html })).headers()['content-security-policy'] ?? '';
  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src')) ?? '';
  expect(scripts).toContain(modules.url);
  expect(scripts).not.toMatch(/unsafe|\*|data:|blob:|https?:(\s|$)/);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test.describe('what the operator broke', () => {
  test.use({ expectedErrors: /status of (500|404)|\[portico\] @portico\/root-config: ConfigurationError/ });

  test('a broken import map is one page that names the fault, and is gone with it', async ({ page, portal }) => {
    await portal.breakImportMap('{ "imports": { "@module/api": "/x.js" } }');
    await page.goto('/');
    await expect(page.getByText('"@module/api" is not a name that a module may have.')).toBeVisible();
    await portal.breakImportMap('{');
    await page.reload();
    await expect(page.getByText('map.json is not valid JSON.')).toBeVisible();
    await portal.restoreImportMap();
    await page.reload();
    await expect(page.getByLabel('E-mail')).toBeVisible();
  });

  test('a host of no tenant says so', async ({ page, portal }) => {
    await page.goto(portal.urlOf('nobody'));
    await expect(page.getByRole('heading', { name: 'Nenhum portal neste endereço' })).toBeVisible();
  });
});

test.describe('a file of the shell that does not load', () => {
  test.use({ expectedErrors: /Failed to load resource|SystemJS Error/ });

  test('is named on the page, which is never blank', async ({ page }) => {
    await page.route('**/@portico/shared.*.js', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('shared.');
    await expect(page.getByRole('link', { name: /Try again/ })).toBeVisible();
  });
});

test('a port in use is one sentence and exit code 1', async ({ portal }) => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const second = spawn(process.execPath, ['--import', 'tsx', 'packages/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: new URL(portal.url).port,
      MODULES_PORT: '0',
      PORTICO_DATA: `${portal.dataFolder}-second`,
    },
  });
  let printed = '';
  second.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = await once(second, 'exit');
  expect(code).toBe(1);
  expect(printed.trim().split('\n')).toHaveLength(1);
  expect(printed).toContain(new URL(portal.url).port);
});

test('a configuration that is wrong is one sentence and exit code 1', async () => {
  const started = PortalProcess.start({ moduleOrigins: ['https://modules.test/with/a/path'] });
  await expect(started).rejects.toThrow('ended with 1');
});
