import { readTeam } from '../../portal/build-team';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { openLive } from '../notifications/notification-panel';
import {
  change,
  countModuleSheets,
  fallbackToast,
  otherModule,
  publishedModule,
  publishFiles,
  publishingTest as test,
  waitForMapWith,
} from './publishing-test';

const entry = 'portal.js';
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Get started' });
const details = (page: Page) => page.getByRole('heading', { name: 'Details' });
const openApp = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name }).click();
};

// The story provokes the messages of the browser and the shell about a failing module.
test.use({ expectedErrors: /\[portico\] @module\/smsa-local|Failed to load resource|ERR_FAILED|NS_ERROR/ });

test('unchanged ES modules of Vite and esbuild mount, navigate, fall back, recover and leave no trace', {
  tag: '@firefox',
}, async ({ page, portal }) => {
  const vite = await readTeam('vite-react');
  const declarations = {
    routes: ['atelier'],
    navigation: [{ title: { pt: 'Oficina', en: 'Workshop' }, path: '/atelier/today', icon: 'hammer' }],
  };
  const first = await publishFiles(portal, publishedModule, vite, { entry, declarations });
  const leaks: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('left behind')) leaks.push(message.text());
  });

  await test.step('with the portal’s React, files beside the entry, and a lazy chunk', async () => {
    await signIn(page, 'dora', `/${publishedModule}/`);
    await expect(title(page)).toBeVisible();
    await expect(page.getByRole('paragraph').filter({ hasText: `/${publishedModule}` })).toBeVisible();
    await page.getByRole('button', { name: 'Count is 0' }).click();
    await expect(page.getByRole('button', { name: 'Count is 1' })).toBeVisible();
    const picture = page.getByRole('img', { name: 'Vite logo' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(details(page)).toHaveCSS('letter-spacing', '3px');
  });

  await test.step('its page in the list of applications, at another first segment, and after a reload', async () => {
    await title(page).evaluate((heading) => heading.setAttribute('data-kept', ''));
    await openApp(page, 'Oficina');
    await expect(page).toHaveURL('/atelier/today');
    await expect(title(page)).toHaveAttribute('data-kept');
    await page.reload();
    await expect(title(page)).toBeVisible();
    await expect(page).toHaveURL('/atelier/today');
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Oficina' }).click();
    await expect(title(page)).toBeVisible();
    await openApp(page, 'SMSA local');
  });

  await test.step('a module published meanwhile opens without a reload', async () => {
    await openLive(page);
    await page.keyboard.press('Escape');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const published = publishFiles(portal, otherModule, await readTeam('esbuild-vanilla'), { entry });
    await waitForMapWith(page, published);
    await openApp(page, 'SMSA dev');
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, Dora/ })).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  await test.step('its styles are removed with it, and restored', async () => {
    await expect.poll(() => countModuleSheets(page)).toBe(0);
    await openApp(page, 'SMSA local');
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(details(page)).toHaveCSS('letter-spacing', '3px');
    await expect.poll(() => countModuleSheets(page)).toBe(1);
    await openApp(page, 'SMSA dev');
    await expect.poll(() => countModuleSheets(page)).toBe(0);
    expect(leaks).toEqual([]);
  });

  await test.step('a failing version falls back to the previous one', async () => {
    const unfit = new Map([[entry, Buffer.from('export const mount = () => { throw new Error("unfit"); };')]]);
    await publishFiles(portal, publishedModule, unfit, { entry });
    await page.goto(`/${publishedModule}/`);
    await expect(fallbackToast(page)).toBeVisible();
    await expect(title(page)).toBeVisible();
    await change(portal, publishedModule, 'rollback');
  });

  await test.step('a module that does not load gets a failure panel, and loads once it can', async () => {
    const file = `**/modules/${publishedModule}/${first}/${entry}*`;
    await page.route(file, (route) => route.abort());
    await page.goto(`/${publishedModule}/`);
    await expect(page.getByRole('alert').filter({ hasText: 'SMSA local não carregou' })).toBeVisible();
    await page.unroute(file);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(title(page)).toBeVisible();
  });
});
