import { exposingModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { bell } from '../notifications/notification-panel';
import { toastRegion } from '../toasts/module-toasts';

// The server refuses the exchange for an app that the user may not use.
test.use({ expectedErrors: /status of 403/ });

const forms = [
  ['a stock container of library type var', 'smsa', 'Chamados'],
  ['a container of library type system with a memory router', 'hrstudium', 'Cursos'],
  ['a container of library type system without a router', 'smsa-dev', 'Quadro de chamados'],
  ['a plain System module with lifecycles', 'welcome', /.+/],
] as const;

test('each form of module mounts, leaves no traces, and mounts again', async ({ page }) => {
  await signIn(page, 'dora');
  const traces = () =>
    page.evaluate(() => ({
      styles: document.querySelectorAll('head > style, head > link[rel=stylesheet]').length,
      sheets: document.adoptedStyleSheets.length,
      body: document.body.childElementCount,
      content: document.querySelectorAll('#portico-content > *').length,
    }));
  // Bell, toasts and menus load their styles after the bar.
  await expect(bell(page)).toBeVisible();
  await expect(toastRegion(page)).toBeAttached();
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Encerrar sessão' }).press('Escape');
  // The card of a module adopts its own style sheets.
  const card = page.getByRole('article').getByRole('status');
  await expect(card).toBeVisible();
  const before = await traces();
  for (const [form, key, heading] of forms) {
    await test.step(form, async () => {
      for (let visit = 0; visit < 2; visit += 1) {
        await page.getByRole('main').locator(`li a[href="/${key}/"]`).click();
        await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await page.goBack();
        await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
        await expect(card).toBeVisible();
        expect(await traces()).toEqual(before);
      }
    });
  }
});

test('containers use the React of the shell, and load every chunk from their own origin', async ({ page, portal }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await signIn(page, 'ana', '/smsa/tickets/new');
  const subject = page.getByRole('main').getByRole('textbox').first();
  await subject.fill('kept by a hook');
  await expect(subject).toHaveValue('kept by a hook');
  // Unsaved text would make the portal ask before it leaves.
  await subject.fill('');
  for (const [key, heading] of [
    ['hrstudium', 'Cursos'],
    ['smsa-dev', 'Quadro de chamados'],
  ] as const) {
    await page.evaluate((path) => history.pushState({}, '', path), `/${key}/`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  const foreign = scripts.filter((url) => !url.startsWith(`${portal.url}/@portico/`));
  expect(foreign.filter((url) => !url.startsWith(`${portal.modulesUrl}/`))).toEqual([]);
  expect(foreign.length).toBeGreaterThan(3);
  // The page fetches only the shell's React.
  const bodies = await Promise.all(foreign.map(async (url) => (await fetch(url)).text()));
  expect(bodies.filter((body) => body.includes('Minified React error #'))).toEqual([]);
});

test('a module gets the user, a valid access token, another for another tenant, and each change of the theme', async ({
  page,
  modules,
}) => {
  modules.serves('/module.js', exposingModule());
  await signIn(page, 'dora', '/smsa-local/');
  await page.waitForFunction(() => 'portal' in window);
  const seen = await page.evaluate(async () => {
    const portal = Reflect.get(window, 'portal');
    const call = await fetch('/api/users/me', { headers: { authorization: `Bearer ${portal.token()}` } });
    const exchanged = await portal.exchange({ app: 'hrstudium', domain: 'finouro' });
    const refused = await portal.exchange({ app: 'nothing', domain: 'finouro' }).catch((error: Error) => error.name);
    return {
      user: portal.user,
      status: call.status,
      isToken: exchanged.split('.').length === 3,
      refused,
      isValid: await portal.validate(),
    };
  });
  expect(seen).toEqual({
    user: { email: 'dora@portico.test', name: 'Dora Nunes' },
    status: 200,
    isToken: true,
    refused: 'ApiFailure',
    isValid: true,
  });
  await page.evaluate(() => {
    const portal = Reflect.get(window, 'portal');
    const themes = [portal.theme];
    portal.subscribe('container:theme', (theme: string) => themes.push(theme));
    Object.assign(window, { themes });
  });
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'themes'))).toEqual(['light', 'dark']);
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
});
