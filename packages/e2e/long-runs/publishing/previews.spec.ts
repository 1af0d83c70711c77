import type { Page } from '@playwright/test';
import { previewLinkSchema } from '@portico/contract';
import * as v from 'valibot';
import {
  computeDigest,
  freshVersion,
  publishedModule,
  publishTitled,
  publishingTest as test,
  titledFiles,
  unfitFiles,
  versionHeading,
} from '../../features/publishing/publishing-test';
import type { BuiltFiles } from '../../portal/build-module';
import { callOperator } from '../../portal/call-operator';
import type { PortalProcess } from '../../portal/portal-process';
import { signIn, waitForTopBar } from '../../portal/sign-in';
import { expect } from '../../portal/test';

const address = `/${publishedModule}/`;

/**
 * Stores a version as `portico publish --preview` does.
 * @returns its link
 */
async function storePreview(portal: PortalProcess, version: string, files: BuiltFiles): Promise<string> {
  const listed = [...files].map(([name, content]) => ({ name, digest: computeDigest(content), content }));
  for (const { digest, content } of listed) {
    await callOperator(portal, 'PUT', `publishing/modules/${publishedModule}/files/${digest}`, content);
  }
  const publication = { version, entry: 'remoteEntry.js', files: listed.map(({ name, digest }) => ({ name, digest })) };
  const answer = await callOperator(portal, 'POST', `publishing/modules/${publishedModule}/previews`, publication);
  return v.parse(previewLinkSchema, await answer.json()).link;
}

const badge = (page: Page) => page.getByRole('region', { name: 'Prévia' });

test('a preview opens in every tab of its browser, and in no other browser', async ({ browser, page, portal }) => {
  const live = await publishTitled(portal, publishedModule);
  const version = freshVersion();
  const link = await storePreview(portal, version, titledFiles(version));
  await signIn(page, 'dora', link);
  await expect(versionHeading(page, version)).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(badge(page)).toContainText(`Prévia de SMSA local ${version}`);

  const tab = await page.context().newPage();
  await tab.goto(address);
  await expect(versionHeading(tab, version)).toBeVisible();
  await expect(badge(tab)).toBeVisible();

  const stranger = await browser.newContext({ baseURL: portal.url });
  const other = await stranger.newPage();
  await signIn(other, 'dora', address);
  await expect(versionHeading(other, live)).toBeVisible();
  await expect(badge(other)).toHaveCount(0);
  await stranger.close();

  await badge(page).getByRole('button', { name: 'Sair da prévia' }).focus();
  await page.keyboard.press('Enter');
  await expect(versionHeading(page, live)).toBeVisible();
  await waitForTopBar(page);
  await expect(badge(page)).toHaveCount(0);
});

test('a preview in quarantine ends with a message to the user', async ({ page, portal }) => {
  const live = await publishTitled(portal, publishedModule);
  const version = freshVersion();
  const link = await storePreview(portal, version, titledFiles(version));
  await signIn(page, 'dora', link);
  await expect(versionHeading(page, version)).toBeVisible();
  await callOperator(portal, 'POST', `operator/modules/${publishedModule}/quarantine`, { version });
  await page.reload();
  await expect(versionHeading(page, live)).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: `A prévia de SMSA local ${version} terminou` }),
  ).toBeVisible();
});

test.describe('a preview that fails', () => {
  test.use({ expectedErrors: /\[portico\] @module\/|unfit/ });

  test('shows its failure, and does not count as an outcome of the live version', async ({ page, portal }) => {
    // The live version is in a rollout.
    await publishTitled(portal, publishedModule);
    const live = await publishTitled(portal, publishedModule);
    const link = await storePreview(portal, freshVersion(), unfitFiles);
    const outcomes: string[] = [];
    let loads = 0;
    page.on('request', (request) => {
      if (request.url().includes('/publishing/outcomes')) outcomes.push(request.postData() ?? '');
      if (request.isNavigationRequest() && !request.redirectedFrom()) loads += 1;
    });
    await signIn(page, 'dora', link);
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
    await expect(badge(page)).toBeVisible();
    expect([loads, outcomes]).toEqual([1, []]);
    await badge(page).getByRole('button', { name: 'Sair da prévia' }).click();
    await expect(versionHeading(page, live)).toBeVisible();
  });
});
