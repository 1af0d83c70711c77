import { createHash } from 'node:crypto';
import { versionVitalsListSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import { callOperator } from '../../portal/call-operator';
import { fillSignIn, signIn, signOut, startSession, waitForTopBar } from '../../portal/sign-in';
import { type BrowserContext, expect, type Page } from '../../portal/test';
import { addUser } from '../../portal/user';
import { acceptUpdate, crashedModule, openDetails, updateOffer } from '../deploys/deploys-test';
import { openLive } from '../notifications/notification-panel';
import {
  change,
  containerFiles,
  detailsHeading,
  fallbackToast,
  findLiveVersion,
  findStatus,
  freshVersion,
  listChanges,
  otherModule,
  publishContainer,
  publishedModule,
  publishFiles,
  publishTitled,
  publishingTest as test,
  titledFiles,
  unfitFiles,
  versionHeading,
} from './publishing-test';

const address = `/${publishedModule}/`;
const otherAddress = `/${otherModule}/`;

test('an open tab offers a publication immediately, and loads it with its chunks; a rollback restores the previous version', async ({
  page,
  portal,
}) => {
  const first = await publishContainer(portal);
  await signIn(page, 'dora', address);
  await expect(versionHeading(page, first)).toBeVisible();
  await openDetails(page);
  await expect(detailsHeading(page, first)).toBeVisible();

  await openLive(page);
  // The page also preloads the chunk, and the browser fetches it once.
  const second = await publishContainer(portal, { preloads: ['details.js'] });
  await expect(updateOffer(page)).toBeVisible();
  // The offer covers nothing of the module.
  const getTop = async () => (await versionHeading(page, first).boundingBox())?.y;
  const offer = await updateOffer(page).boundingBox();
  await expect.poll(getTop).toBeGreaterThanOrEqual((offer?.y ?? Number.NaN) + (offer?.height ?? Number.NaN));

  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await acceptUpdate(page);
  await expect(versionHeading(page, second)).toBeVisible();
  await expect.poll(() => fetched.filter((url) => url.endsWith('/details.js'))).toHaveLength(1);
  await openDetails(page);
  await expect(detailsHeading(page, second)).toBeVisible();
  expect(fetched.filter((url) => url.endsWith('/details.js'))).toHaveLength(1);

  await change(portal, publishedModule, 'rollback');
  await page.reload();
  await expect(versionHeading(page, first)).toBeVisible();
});

test('browsers report the web vitals of each visit, also of visits within one page', async ({ page, portal }) => {
  const version = await publishTitled(portal, publishedModule);
  const reports: string[] = [];
  page.on('request', (request) => request.url().endsWith('/publishing/vitals') && reports.push(request.url()));
  await signIn(page, 'dora', address);
  await expect(versionHeading(page, version)).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  await page.getByRole('main').locator(`a[href="${address}"]`).click();
  await expect(versionHeading(page, version)).toBeVisible();
  await page.evaluate(waitForSoftNavigation, address);
  // They are sent together, when the page is hidden.
  expect(reports).toEqual([]);
  await page.goto('about:blank');
  const countPaints = async () => {
    const answer = await callOperator(portal, 'GET', `publishing/modules/${publishedModule}/vitals`);
    const found = v.parse(versionVitalsListSchema, await answer.json()).find((each) => each.version === version);
    return found?.vitals.LCP?.visits ?? 0;
  };
  await expect.poll(countPaints).toBe(2);
});

test('a browser reports the web vitals of visits before the user signs out', async ({ page, portal }) => {
  const version = await publishTitled(portal, publishedModule);
  await signIn(page, 'dora', address);
  await expect(versionHeading(page, version)).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await page.evaluate(waitForSoftNavigation, '/');
  const reported = page.waitForResponse('**/publishing/vitals');
  await signOut(page);
  expect((await reported).status()).toBe(204);
});

test.describe('a tampered file', () => {
  test.use({ expectedErrors: /integrity|Failed to load resource|\[portico\] @module\/|ChunkLoadError/ });

  test('is refused by the browser', { tag: '@firefox' }, async ({ page, portal, modules }) => {
    const version = freshVersion();
    const files = await containerFiles(version);
    const folder = `/hosted/${version}`;
    modules.servesFolder(folder, files);
    await publishFiles(portal, publishedModule, files, { version, url: `${modules.url}${folder}/` });
    modules.serves(`${folder}/details.js`, `${files.get('details.js')};window.isTamperedWith = true;`);
    await signIn(page, 'dora', address);
    await expect(versionHeading(page, version)).toBeVisible();
    await openDetails(page);
    await expect(crashedModule(page)).toBeVisible();
    expect(await page.evaluate(() => 'isTamperedWith' in window)).toBe(false);
  });
});

/** The percentile of the signed-in user for a module. */
async function findPercentile(context: BrowserContext, module: string): Promise<number> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'portico-session');
  const digest = createHash('sha256')
    .update(`${module}:${cookie?.value.slice(1)}`)
    .digest();
  return Number(BigInt(`0x${digest.toString('hex')}`) % 100n);
}

test('users of a canary by percentage get it from their next sign-in', async ({ page, portal }) => {
  await startSession(page, 'dora');
  const percentiles = new Map<string, number>();
  for (const module of [publishedModule, otherModule])
    percentiles.set(module, await findPercentile(page.context(), module));
  // At the ends of the scale, no percentage would include or exclude the user.
  const [module = '', percentile = 0] = [...percentiles].find(([, share]) => share > 0 && share < 99) ?? [];
  const first = await publishTitled(portal, module);
  const canary = await publishTitled(portal, module, { audience: { percent: percentile + 1 } });
  await page.context().clearCookies();
  await page.goto(`/${module}/`);
  await fillSignIn(page, 'dora@portico.test');
  await expect(versionHeading(page, canary)).toBeVisible();

  await publishTitled(portal, module, { audience: { percent: percentile } });
  await page.reload();
  await expect(versionHeading(page, first)).toBeVisible();
});

test.describe('a new version that fails', () => {
  test.use({ expectedErrors: /\[portico\] @module\/|Failed to load resource|unfit/ });

  /** The page reloads itself, perhaps before it has loaded. */
  const untilReload = { waitUntil: 'commit' } as const;

  test('falls back to the previous one after one reload, with one notice, and rolls back after enough users', async ({
    page,
    browser,
    portal,
  }) => {
    const good = await publishTitled(portal, otherModule);
    const bad = await publishFiles(portal, otherModule, unfitFiles);
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    const openAs = async (tab: Page, user: 'ana' | 'dora') => {
      const told = tab.waitForResponse('/api/publishing/outcomes');
      await startSession(tab, user);
      await tab.goto(otherAddress, untilReload);
      await expect(versionHeading(tab, good)).toBeVisible();
      expect((await told).status()).toBe(204);
    };
    await openAs(page, 'dora');
    await expect(fallbackToast(page, 'SMSA dev')).toBeVisible();
    expect(loads).toBe(2);
    await page.reload();
    await expect(versionHeading(page, good)).toBeVisible();
    await waitForTopBar(page);
    await expect(fallbackToast(page, 'SMSA dev')).toHaveCount(0);
    expect(loads).toBe(3);

    // One user is not enough for an automatic rollback.
    expect(await findLiveVersion(portal, otherModule)).toBe(bad);
    const context = await browser.newContext({ baseURL: portal.url });
    await openAs(await context.newPage(), 'ana');
    await context.close();
    await expect.poll(() => findLiveVersion(portal, otherModule)).toBe(good);
    const [newest] = await listChanges(portal, otherModule);
    expect(newest).toMatchObject({ action: 'automatic-rollback', from: bad, to: good, by: 'portico' });
    expect(newest?.reason).toMatch(/2 of 2 users/);
  });

  test('is rolled back in the first share of its plan, after a handful of users', async ({ browser, portal }) => {
    const good = await publishTitled(portal, otherModule);
    const bad = await publishFiles(portal, otherModule, unfitFiles, {
      rollout: '99%/10m,100%',
    });
    let opened = 0;
    for (; opened < 5 && (await findStatus(portal, otherModule))?.canary; opened += 1) {
      const context = await browser.newContext({ baseURL: portal.url });
      const tab = await context.newPage();
      await startSession(tab, await addUser(portal));
      const told = tab.waitForResponse('/api/publishing/outcomes');
      await tab.goto(otherAddress, untilReload);
      await expect(versionHeading(tab, good)).toBeVisible();
      await told;
      await context.close();
    }
    expect(opened).toBeLessThan(5);
    expect(await findStatus(portal, otherModule)).toMatchObject({ version: good, rolled_back: { version: bad } });
  });

  test('also falls back if its files are gone, on a public page too', async ({ page, portal, modules }) => {
    const good = await publishTitled(portal, publishedModule);
    const version = freshVersion();
    const folder = `/gone/${version}`;
    modules.servesFolder(folder, titledFiles(version));
    await publishFiles(portal, publishedModule, titledFiles(version), { version, url: `${modules.url}${folder}/` });
    modules.servesFolder(folder, new Map());
    await page.goto(`${address}portal`, untilReload);
    await expect(versionHeading(page, good)).toBeVisible();
    await expect(fallbackToast(page, publishedModule)).toBeVisible();
  });
});

/** Waits until the browser has seen that a click has led to this path. */
function waitForSoftNavigation(path: string): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => new URL(name).pathname === path)) resolve();
    }).observe({ type: 'soft-navigation', buffered: true });
  });
}
