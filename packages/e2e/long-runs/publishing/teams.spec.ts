import {
  countModuleSheets,
  publishedModule,
  publishFiles,
  publishingTest as test,
} from '../../features/publishing/publishing-test';
import { readTeam } from '../../portal/build-team';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';

const teams = [
  { name: 'vite-vue', title: 'Vue', entry: 'portal.js', hasDetails: true },
  { name: 'vite-svelte', title: 'Svelte', entry: 'portal.js', hasDetails: true },
  { name: 'vite-federation', title: 'Vite federation', entry: 'remoteEntry.js', hasDetails: false },
  { name: 'rspack-federation', title: 'Rspack federation', entry: 'mf-manifest.json', hasDetails: false },
];

for (const { entry, hasDetails, name, title } of teams) {
  test(`${name} runs unchanged, and leaves no trace`, async ({ page, portal }) => {
    const leaks: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('left behind')) leaks.push(message.text());
    });
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await publishFiles(portal, publishedModule, await readTeam(name), { entry });
    await signIn(page, 'dora', `/${publishedModule}/`);
    for (const visit of ['first', 'second']) {
      await test.step(`the ${visit} visit`, async () => {
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByText(`/${publishedModule}`, { exact: true })).toBeVisible();
        await page.getByRole('button', { name: 'Count is 0' }).click();
        await expect(page.getByRole('button', { name: 'Count is 1' })).toBeVisible();
        if (hasDetails) {
          await page.getByRole('button', { name: 'Details' }).click();
          await expect(page.getByRole('heading', { name: 'Details' })).toHaveCSS('letter-spacing', '3px');
        }
        await page.getByRole('banner').locator('a[href="/"]').click();
        await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
        await expect.poll(() => countModuleSheets(page)).toBe(0);
        await page.goBack();
      });
    }
    expect(leaks).toEqual([]);
    // A federation gets the portal's React, so its own copies are not loaded.
    const sources = [];
    for (const url of fetched.filter((each) => each.includes(`/modules/${publishedModule}/`))) {
      sources.push(await (await page.request.get(url)).text());
    }
    expect(sources.filter((source) => source.includes('Minified React error #'))).toEqual([]);
  });
}
