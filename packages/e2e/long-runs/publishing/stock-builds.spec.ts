import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  freshVersion,
  publishedModule,
  publishTitled,
  publishingTest as test,
} from '../../features/publishing/publishing-test';
import { runPortico } from '../../portal/run-portico';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { buildStock } from './build-stock';
import { stockBuilds } from './stock-builds';

/** The top bar without its line, through which the colour of the module is seen. */
const bar = { x: 0, y: 0, width: 1280, height: 55 };

/** Takes a picture of the top bar, as the check does. Returns its channels. */
async function takeBarPicture(page: Page): Promise<Buffer> {
  await page.mouse.move(640, 790);
  return sharp(await page.screenshot({ clip: bar, caret: 'initial' }))
    .raw()
    .toBuffer();
}

/** The browser smooths the edge of the photo with another rounding above another background. */
const rounding = 2;

/** Counts the channels that differ visibly. */
const countChanges = (one: Buffer, other: Buffer) =>
  one.filter((value, index) => Math.abs(value - (other[index] ?? 0)) > rounding).length;

const isMounted = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/Get started|Rspack \+ React|Hello, angular|is mounted!/)
    .first();

// One portal publishes them, one after the other.
test.describe.configure({ mode: 'default' });

let folder: string;
let before: Buffer | undefined;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  folder = await buildStock();
});

for (const name of Object.keys(stockBuilds)) {
  test(`${name} goes in as it is, and the top bar stays`, async ({ page, portal }) => {
    if (before === undefined) {
      const version = await publishTitled(portal, publishedModule);
      await signIn(page, 'dora', `/${publishedModule}/`);
      await expect(page.getByRole('heading', { name: `Version ${version}` })).toBeVisible();
      before = await takeBarPicture(page);
    }
    const reference = before;
    const published = await runPortico(portal, 'publish', path.join(folder, name), '--version', freshVersion()).catch(
      (error: { stdout: string }) => error.stdout,
    );
    expect(published).toContain('is live');
    await signIn(page, 'dora', `/${publishedModule}/`);
    for (const visit of ['first', 'second']) {
      await test.step(`the ${visit} visit`, async () => {
        await expect(isMounted(page)).toBeVisible();
        await expect.poll(async () => countChanges(await takeBarPicture(page), reference)).toBe(0);
        await page.getByRole('banner').locator('a[href="/"]').click();
        await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
        await page.goBack();
      });
    }
  });
}
