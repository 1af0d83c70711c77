import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { callOperator } from '../../portal/call-operator';
import { heading, lifecyclesModule } from '../../portal/lifecycles-module';
import type { ModuleOrigin } from '../../portal/module-origin';
import { fillSignIn, signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { addUser } from '../../portal/user';

const switcher = (page: Page) => page.getByRole('button', { name: 'Aplicações' });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const place = (page: Page) => page.getByRole('banner').locator('a[href="/"]');

/** Waits for the logo, and returns the file name that the browser chose. */
function shownLogo(page: Page): Promise<string> {
  return place(page)
    .locator('img')
    .evaluate((image) => (image instanceof HTMLImageElement && image.naturalWidth > 0 ? image.currentSrc : ''))
    .then((address) => new URL(address, 'http://none').pathname);
}

test('the bar shows the tenant, then the logo of the open application, which leads home', async ({ page }) => {
  await signIn(page, 'ana');
  await expect(place(page)).toHaveText(/SMSA$/);
  await expect(place(page).locator('img')).toHaveCount(0);
  await switcher(page).click();
  await entry(page, 'HR Studium').click();
  await expect(page).toHaveURL('/hrstudium/');
  await expect.poll(() => shownLogo(page)).toBe('/media/apps/hrstudium/logo.png');
  await expect(place(page)).toHaveAccessibleName('HR Studium');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => shownLogo(page)).toBe('/media/apps/hrstudium/logo_mini.png');
  await place(page).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await expect(place(page)).toHaveAccessibleName('HR Studium');
});

test('a signed-out user signs in from a public page and returns to it', async ({ page }) => {
  await page.goto('/smsa/portal/news?page=2');
  const login = page.getByRole('banner').getByRole('link', { name: 'Entrar' });
  await expect(login).toHaveAttribute('href', '/signin?link=%2Fsmsa%2Fportal%2Fnews%3Fpage%3D2');
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toHaveCount(0);
  await page.evaluate(() => location.assign('#part=1&all'));
  await expect(login).toHaveAttribute('href', '/signin?link=%2Fsmsa%2Fportal%2Fnews%3Fpage%3D2%23part%3D1%26all');
  await login.click();
  await fillSignIn(page, 'ana@portico.test');
  await expect(page).toHaveURL('/smsa/portal/news?page=2#part=1&all');
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
});

test('typing the first letters of a name selects it, and a new word starts after 350 ms', async ({ page }) => {
  await signIn(page, 'dora');
  await page.clock.install();
  await switcher(page).click();
  const active = page.locator('[role="menuitem"][data-focus]');
  await expect(page.getByRole('menu', { name: 'Aplicações' })).toBeFocused();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press('h');
  await expect(active).toHaveText('HR Studium');
  await page.clock.runFor(349);
  await page.keyboard.press('s');
  await expect(active).toHaveText('HR Studium');
  await page.clock.runFor(350);
  await page.keyboard.press('s');
  await expect(active).toHaveText(/^SMSA$/);
});

test.describe('an application that the user is about to open', () => {
  const evaluated = 'window.evaluations = (window.evaluations ?? 0) + 1;';
  const isEvaluated = (page: Page) => page.evaluate(() => Reflect.get(window, 'evaluations') ?? 0);

  async function openHome(page: Page, modules: ModuleOrigin): Promise<() => number> {
    modules.serves('/module.js', `${evaluated} ${lifecyclesModule({ mount: heading('Prefetched') })}`);
    await signIn(page, 'dora');
    const before = modules.requests.length;
    return () => modules.requests.length - before;
  }

  test('is prefetched, without running, when its tile gets the focus, and opens without another request', async ({
    page,
    modules,
  }) => {
    const fetches = await openHome(page, modules);
    const tile = page.getByRole('main').getByRole('link', { name: /SMSA local/ });
    await tile.focus();
    await expect.poll(fetches).toBe(1);
    await tile.hover();
    await tile.hover({ position: { x: 5, y: 5 } });
    expect(await isEvaluated(page)).toBe(0);
    await tile.click();
    await expect(page.getByRole('heading', { name: 'Prefetched' })).toBeVisible();
    expect(await isEvaluated(page)).toBe(1);
    expect(fetches()).toBe(1);
  });
});

test.describe('one click outside', () => {
  async function openModule(page: Page, modules: ModuleOrigin): Promise<void> {
    const mount = `element.innerHTML = '<h1>Counting</h1><button>Count</button>';
      let count = 0;
      element.style.paddingLeft = '480px';
      element.querySelector('button').addEventListener('click', (event) => { event.target.textContent = 'Count ' + ++count; });`;
    modules.serves('/module.js', lifecyclesModule({ mount }));
    await signIn(page, 'dora', '/smsa-local/');
    await expect(page.getByRole('button', { name: 'Count' })).toBeVisible();
  }

  test.describe('by touch', () => {
    test.use({ hasTouch: true });

    test('goes from one menu to the other, or closes the menu and reaches a control of the module', async ({
      page,
      modules,
    }) => {
      await openModule(page, modules);
      await page.getByRole('button', { name: 'Menu da conta' }).tap();
      await expect(page.getByRole('menu', { name: 'Menu da conta' })).toBeVisible();
      await switcher(page).tap();
      await expect(page.getByRole('menu', { name: 'Aplicações' })).toBeVisible();
      await expect(page.getByRole('menu')).toHaveCount(1);
      await page.getByRole('button', { name: 'Count' }).tap();
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Count 1' })).toBeFocused();
    });
  });
});

test('the bar shows the logo of the tenant while no application is current', async ({ page, portal }) => {
  const logo = '/media/apps/welcome/logo_mini.png';
  const acme = `acme-${randomUUID().slice(0, 8)}`;
  await callOperator(portal, 'POST', 'operator/tenants', { key: acme, name: 'Acme', logo });
  await page.goto(`${portal.tenantUrl(acme)}/smsa/portal`);
  await expect(place(page)).toHaveText('Acme');
  await expect.poll(() => shownLogo(page)).toBe(logo);
});

test.describe('an application that is not installed', () => {
  test.use({ expectedErrors: /not-installed/ });

  test('long names of applications end in an ellipsis in tile, switcher and bar, on a phone too', async ({
    page,
    portal,
  }) => {
    const module = `long-${randomUUID().slice(0, 8)}`;
    const name = `Administração${'deconhecimento'.repeat(6)} e de mais algumas outras coisas compridas`;
    const user = await addUser(portal, { apps: ['smsa'] });
    await callOperator(portal, 'PUT', `operator/tenants/smsa/apps/${module}`, { name, description: name, new: true });
    await callOperator(portal, 'PUT', `operator/tenants/smsa/apps/${module}/users/${user.email}`, {});
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, user);
    const isCut = (locator: Locator) =>
      locator.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => ({
        isCut: scrollWidth > clientWidth || scrollHeight > clientHeight + 1,
        fits: clientWidth <= window.innerWidth,
      }));
    const expected = { isCut: true, fits: true };
    const tile = page.getByRole('main').locator(`a[href="/${module}/"]`);
    await expect(tile).toBeVisible();
    expect(await isCut(tile.getByText(name, { exact: true }).first())).toEqual(expected);
    await switcher(page).click();
    expect(await isCut(entry(page, name).getByText(name))).toEqual(expected);
    await entry(page, name).click();
    await expect(page).toHaveURL(`/${module}/`);
    await expect(page.getByRole('heading', { name: `${name} não está instalado` })).toBeVisible();
    const label = place(page).getByText(name);
    await expect(label).toBeVisible();
    expect(await isCut(label)).toEqual(expected);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.getByRole('banner').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
