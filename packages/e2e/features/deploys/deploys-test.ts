import type { Page } from '@playwright/test';
import { type BuiltFiles, buildContainer } from '../../portal/build-module';
import type { ModuleOrigin } from '../../portal/module-origin';
import type { PortalProcess } from '../../portal/portal-process';
import { signIn, waitForTopBar } from '../../portal/sign-in';
import { test } from '../../portal/test';
import { toastCard } from '../toasts/module-toasts';

const folders = { 'smsa-local': '/local', 'smsa-dev': '/dev' };
type Key = keyof typeof folders;
const keys = ['smsa-local', 'smsa-dev'] as const;
const react = { requiredVersion: '^19.0.0' };
const builds = new Map<Key, BuiltFiles>();

/** The `test` of this package with two modules at their first version. */
export const deploysTest = test.extend<{ firstVersions: undefined }>({
  moduleFiles: { 'smsa-local': '/local/1/remoteEntry.js', 'smsa-dev': '/dev/1/remoteEntry.js' },
  // The browser and the shell log a missing file, and a broker that seems silent when the clock jumps.
  expectedErrors:
    /Failed to load resource|\[portico\] @(module|portico)\/|ChunkLoadError|strict MIME type|Unexpected token|expected expression|Erro ao conectar MQTT/,
  firstVersions: [
    async ({ modules }, use) => {
      for (const key of keys) {
        builds.set(key, await buildContainer('late-part', { key, react }));
        publishVersion(modules, key, 1);
      }
      await use(undefined);
    },
    { auto: true },
  ],
});

export const deepAddress = '/smsa-local/deep?tab=2#below';

/** Adds the files of a version beside those of the others. */
export function publishVersion(modules: ModuleOrigin, key: Key, version: number): void {
  const files = [...(builds.get(key) ?? [])].map(
    ([name, content]) => [name, Buffer.from(content.toString().replaceAll('$VERSION', String(version)))] as const,
  );
  modules.servesFolder(`${folders[key]}/${version}`, new Map(files));
}

export function removeVersion(modules: ModuleOrigin, key: Key, version: number): void {
  modules.servesFolder(`${folders[key]}/${version}`, new Map());
}

/** Publishes a version: adds its files and changes the import map. */
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
export const updateOffer = (page: Page, name = 'SMSA local') =>
  toastCard(page, `Há uma nova versão de ${name} disponível`);
export const acceptUpdate = (page: Page, name?: string) =>
  updateOffer(page, name).getByRole('button', { name: 'Atualizar' }).click();
export const closeOffer = (page: Page, name?: string) =>
  updateOffer(page, name).getByRole('button', { name: 'Fechar' }).click();

/** Signs in at an address, and counts later page loads. */
export async function openCounted(page: Page, address = deepAddress): Promise<{ count: number }> {
  await signIn(page, 'dora', address);
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.count += 1;
  });
  return loads;
}

/** Runs an action that makes the tab request the live map, and resolves once the tab has handled the answer. */
export async function afterMapRequest(page: Page, action: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse('/import-map.json*');
  await action();
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/**
 * Advances the clock in steps until the tab requests the live map. The steps are shorter than the timeouts of calls and
 * connections.
 */
export async function waitForMapRequest(page: Page): Promise<void> {
  await afterMapRequest(page, async () => {
    let hasAsked = false;
    page.once('request', function watch(request) {
      hasAsked = request.url().includes('/import-map.json');
      if (!hasAsked) page.once('request', watch);
    });
    while (!hasAsked) await advanceClock(page, 4_000);
  });
}

/** Advances the clock of the page, in milliseconds. */
export async function advanceClock(page: Page, time: number): Promise<void> {
  await waitForTopBar(page);
  await page.clock.fastForward(time);
}
