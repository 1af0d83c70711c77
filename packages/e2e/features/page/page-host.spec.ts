import { holdScripts } from '../../portal/hold-requests';
import { waitForSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

const html = { accept: 'text/html' };

test('browsers cache the compressed files of the shell forever, and request the page and the import map each time', async ({
  request,
}) => {
  const map = await request.get('/import-map.json');
  expect(map.headers()['cache-control']).toBe('no-cache, must-revalidate');
  const { imports, integrity } = await map.json();
  const document = await (await request.get('/', { headers: html })).text();
  const system = /\/@portico\/system\.\w+\.js/.exec(document)?.[0] ?? '';
  for (const address of [imports['@portico/shared'], system]) {
    const file = await request.get(address, { headers: { 'accept-encoding': 'br' } });
    expect(file.headers()).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  expect(integrity[imports['@portico/shared']]).toMatch(/^sha256-/);
  const page = await request.get('/', { headers: { ...html, 'accept-encoding': 'br' } });
  expect(page.headers()['cache-control']).toBe('no-store');
  expect(page.headers()['content-encoding']).toBe('br');
});

test.describe('a broken portal', () => {
  test.use({
    expectedErrors:
      /status of (500|404)|strict MIME type|SystemJS|\[portico\] @portico\/root-config: ConfigurationError/,
  });

  test('names the error of its import map on a page, until it is repaired', async ({ page, portal }) => {
    await portal.writeImportMap('{ "imports": { "@module/api": "/x.js" } }');
    await page.goto('/');
    await expect(page.getByText('"@module/api" is not a name that a module may have.')).toBeVisible();
    await portal.writeImportMap('{');
    await page.reload();
    await expect(page.getByText('map.json: It is not valid JSON: line 1, column 2.')).toBeVisible();
    await portal.restoreImportMap();
    await portal.deploy({ '@portico/root-config': '/@portico/core.0.js' });
    await page.reload();
    await expect(page.getByText('O operador do portal precisa da mensagem abaixo.')).toBeVisible();
    await expect(page.getByText('/@portico/core.0.js does not exist.')).toBeVisible();
    expect((await page.request.get('/health/ready')).status()).toBe(503);
    await portal.restoreImportMap();
    await page.reload();
    await waitForSignIn(page);
  });

  test('says that the host has no tenant', async ({ page, portal }) => {
    await page.goto(portal.tenantUrl('nobody'));
    await expect(page.getByRole('heading', { name: 'Nenhum portal neste endereço' })).toBeVisible();
  });
});

test.describe('a file of the shell that does not load', () => {
  test.use({ expectedErrors: /Failed to load resource|SystemJS Error/ });

  test('is named on the page', { tag: '@firefox' }, async ({ page }) => {
    await page.route('**/@portico/core.*.js', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText('core.');
    await expect(page.getByRole('heading', { name: 'O portal não pôde iniciar' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Tentar novamente' })).toBeVisible();
  });
});

test.describe('an extension of the browser that fails in the page', () => {
  test.use({ expectedErrors: /extension/ });

  test('does not keep the portal from starting', async ({ page }) => {
    await page.addInitScript(() => {
      const run = () => {
        const script = Object.assign(document.createElement('script'), { src: 'http://localhost:1/extension.js' });
        script.onerror = () => Object.assign(window, { hasFailed: true });
        document.head.append(script);
        void Promise.reject(new Error('extension'));
        throw new Error('extension');
      };
      // Here the page is parsed, and no script of the shell has run.
      document.addEventListener('readystatechange', run, { once: true });
    });
    const { release } = await holdScripts(page);
    await page.goto('/signin', { waitUntil: 'commit' });
    await page.waitForFunction(() => 'hasFailed' in window);
    release();
    await waitForSignIn(page);
  });
});
