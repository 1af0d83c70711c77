import { expect, signIn, test } from '../src';

const rounds = 50;

test(`${rounds} rounds through two modules leave the document as it was`, async ({ page }) => {
  await signIn(page, 'ana');
  await expect(page.getByRole('button', { name: 'Notificações' })).toBeVisible();
  const traces = () =>
    page.evaluate(() => ({
      elements: document.querySelectorAll('*').length,
      sheets: document.adoptedStyleSheets.length,
      styles: document.head.querySelectorAll('style, link[rel=stylesheet]').length,
    }));
  const visit = async (key: string, heading: string) => {
    await page.getByRole('main').locator(`a[href="/${key}/"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.getByRole('banner').locator('a[href="/"]').click();
    await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  };
  const round = async () => {
    await visit('smsa', 'Chamados');
    await visit('hrstudium', 'Cursos');
  };
  // The first round brings what stays for good: preloads, the menus, chunks of the modules.
  await round();
  const before = await traces();
  for (let count = 1; count < rounds; count += 1) await round();
  expect(await traces()).toEqual(before);
});
