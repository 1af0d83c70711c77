import type { Page } from '@playwright/test';
import { type BuiltFiles, buildContainer } from './build-module';
import type { ModuleOrigin } from './module-origin';
import { toastCard } from './module-toasts';
import type { PortalProcess } from './portal-process';
import { signIn, untilTopBarMounted } from './sign-in';
import { test } from './test';

const folders = { 'smsa-local': '/local', 'smsa-dev': '/dev' };
type Key = keyof typeof folders;
const keys = ['smsa-local', 'smsa-dev'] as const;
const builds = new Map<Key, BuiltFiles>();

/** The test of this package on a portal of its own whose two modules are at their first version. */
export const deploysTest = test.extend<{ firstVersions: undefined }, { versionBuilds: undefined }>({
  portalName: ['deploys', { scope: 'worker' }],
  moduleFiles: [{ 'smsa-local': '/local/1/remoteEntry.js', 'smsa-dev': '/dev/1/remoteEntry.js' }, { scope: 'worker' }],
  // What the browser and the shell log of a file that is gone. The last: a clock that jumps looks like a silent broker.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  expectedErrors: async ({}, use) =>
    use(
      /Failed to load resource|\[portico\] @(module|portico)\/|ChunkLoadError|strict MIME type|Unexpected token|Erro ao conectar MQTT/,
    ),
  versionBuilds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      for (const key of keys) {
        builds.set(key, await buildContainer('late-part', { key, react: { requiredVersion: '^19.0.0' } }));
      }
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  firstVersions: [
    async ({ portal, modules }, use) => {
      await portal.restoreImportMap();
      for (const key of keys) {
        for (const version of [1, 2, 3]) removeVersion(modules, key, version);
        publishVersion(modules, key, 1);
      }
      modules.requests.length = 0;
      await use(undefined);
    },
    { auto: true },
  ],
});

export const deepAddress = '/smsa-local/deep?tab=2#below';

/** Puts the files of a version beside those of the others. */
export function publishVersion(modules: ModuleOrigin, key: Key, version: number): void {
  const files = [...(builds.get(key) ?? [])].map(
    ([name, content]) => [name, Buffer.from(content.toString().replaceAll('$VERSION', String(version)))] as const,
  );
  modules.servesFolder(`${folders[key]}/${version}`, new Map(files));
}

export function removeVersion(modules: ModuleOrigin, key: Key, version: number): void {
  modules.servesFolder(`${folders[key]}/${version}`, new Map());
}

/** Publishes a version, and names it in the import map. */
export async function deployVersion(
  portal: PortalProcess,
  modules: ModuleOrigin,
  key: Key,
  version: number,
): Promise<void> {
  publishVersion(modules, key, version);
  await portal.deploy({ [`@module/${key}`]: `${modules.url}${folders[key]}/${version}/remoteEntry.js` });
}

export const versionTitle = (page: Page, version: number) =>
  page.getByRole('heading', { level: 1, name: `Version ${version}` });
export const versionDetails = (page: Page, version: number) =>
  page.getByRole('heading', { name: `Details of version ${version}`, exact: true });
export const openDetails = (page: Page) => page.getByRole('button', { name: 'Details' }).click();
export const crashedModule = (page: Page) => page.getByRole('heading', { name: 'SMSA local parou de funcionar' });
export const updateOffer = (page: Page, name = 'SMSA local') => toastCard(page, `Há uma nova versão de ${name}`);
export const acceptUpdate = (page: Page, name?: string) =>
  updateOffer(page, name).getByRole('button', { name: 'Atualizar' }).click();
export const closeOffer = (page: Page, name?: string) =>
  updateOffer(page, name).getByRole('button', { name: 'Fechar' }).click();

/** Signs in, goes to an address by the address bar, and counts from then on how often the page is loaded. */
export async function openCounted(page: Page, address = deepAddress): Promise<{ count: number }> {
  await signIn(page, 'dora');
  await page.goto(address);
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.count += 1;
  });
  return loads;
}

/** Does something that has the tab ask for the live map, and resolves once it has dealt with the answer. */
export async function afterLook(page: Page, action: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse('/import-map.json');
  await action();
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Lets time pass, in steps that the broker's connection and a call outlive, until the tab asks for the live map. */
export async function waitForLook(page: Page): Promise<void> {
  await afterLook(page, async () => {
    let hasAsked = false;
    page.once('request', function watch(request) {
      hasAsked = request.url().endsWith('/import-map.json');
      if (!hasAsked) page.once('request', watch);
    });
    while (!hasAsked) await passTime(page, 4_000);
  });
}

/** Lets time pass at once. */
export async function passTime(page: Page, time: number): Promise<void> {
  await untilTopBarMounted(page);
  await page.clock.fastForward(time);
}
