import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { freshVersion, publishedModule, publishingTest as test } from '../../features/publishing/publishing-test';
import { linkTeam } from '../../portal/build-team';
import { runPortico } from '../../portal/run-portico';
import { signIn, signOut } from '../../portal/sign-in';
import { expect } from '../../portal/test';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-angular-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

async function expectImage(page: Page, name: string): Promise<void> {
  const image = page.getByAltText(name, { exact: true });
  await expect.poll(() => image.evaluate((each) => each instanceof HTMLImageElement && each.naturalWidth)).toBe(40);
}

test('Angular 15 by single-spa-angular runs on a shared zone.js, with images by addresses of the page', async ({
  page,
  portal,
}) => {
  await runPortico(portal, 'publish', await linkTeam('angular/zone', folder), '--version', '0.12.0');
  await runPortico(portal, 'publish', await linkTeam('angular/15', folder), '--version', freshVersion());
  await signIn(page, 'dora', '/');
  const tile = page.getByRole('main').locator(`a[href="/${publishedModule}/"]`);
  const home = page.getByRole('heading', { name: 'Olá, Dora' });
  for (const visit of ['first', 'second']) {
    await test.step(`the ${visit} visit`, async () => {
      await tile.click();
      await expect(page.getByRole('heading', { level: 1, name: 'Angular 15' })).toBeVisible();
      await expectImage(page, 'Relative');
      await expectImage(page, 'Root');
      await expect(page.getByText('From a file')).toBeVisible();
      await page.getByRole('button', { name: 'Count is 0' }).click();
      await expect(page.getByRole('button', { name: 'Count is 1' })).toBeVisible();
      await page.getByRole('link', { name: 'Details' }).click();
      await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
      await expectImage(page, 'Deep');
      await page.getByRole('banner').locator('a[href="/"]').click();
      await expect(home).toBeVisible();
    });
  }
  // The shell works on the objects of the page that zone.js has replaced.
  expect(await page.evaluate(() => '__zone_symbol__Promise' in window)).toBe(true);
  await page.getByRole('button', { name: 'Tema escuro' }).click();
  await expect(page.locator('html')).toHaveAttribute('display-mode', 'dark');
  await signOut(page);
});
