import type { Page } from '@playwright/test';
import { heading, lifecyclesModule } from '../../portal/lifecycles-module';
import { ModuleOrigin } from '../../portal/module-origin';
import type { PortalProcess } from '../../portal/portal-process';
import { test } from '../../portal/test';

interface Workshop {
  /** The origin where a developer serves modules, allowed only for overrides. It has `/orders.js`. */
  readonly workshop: ModuleOrigin;
}

/**
 * The `test` of this package on a portal that lets developers load from `workshop`. It also allows `smsa-local` to
 * compile WebAssembly: a long run overrides it with a module that does.
 */
export const developerTest = test.extend<{ deployed: undefined }, Workshop>({
  workshop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const workshop = await ModuleOrigin.start();
      await use(workshop);
      await workshop.stop();
    },
    { scope: 'worker' },
  ],
  configuration: [
    ({ workshop }, use) => use({ overrides: [workshop.url], modulePolicy: { 'smsa-local': { wasm: true } } }),
    { scope: 'worker' },
  ],
  moduleFiles: { 'smsa-local': '/module.js', 'smsa-dev': '/module.js' },
  deployed: [
    async ({ modules, workshop }, use) => {
      modules.serves('/module.js', titledModule('Deployed'));
      workshop.serves('/orders.js', titledModule('From the workshop'));
      await use(undefined);
      workshop.clear();
    },
    { auto: true },
  ],
});

/** A module with one heading. */
export const titledModule = (title: string) => lifecyclesModule({ mount: heading(title) });
export const moduleTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** The button on every page with an override. */
export const overridesBadge = (page: Page) => page.getByRole('button', { name: /^\d+ substitui(ção|ções)$/ });

/** The link that `portico dev` prints. */
export const overrideLink = (name: string, address: string) => `/#portico-override=${name},${address}`;

export async function chooseDeveloper(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Desenvolvedor' }).click();
}

/** Enables overrides in a browser and stores some. */
export async function storeOverrides(
  page: Page,
  portal: PortalProcess,
  overrides: Readonly<Record<string, string>>,
): Promise<void> {
  await page.context().addCookies([{ name: 'portico-overrides', value: 'on', url: portal.url }]);
  // An empty page at the portal's origin.
  await page.route('**/empty', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel=icon href=data:,>' }),
  );
  await page.goto('/empty');
  await page.evaluate((all) => {
    for (const [name, address] of Object.entries(all)) localStorage.setItem(`import-map-override:${name}`, address);
  }, overrides);
}

/** Stores an override in each page while overrides are off, as another script or an earlier version could. */
export function plantOverride(page: Page, name: string, address: string): Promise<unknown> {
  return page.addInitScript(
    ([key, value]) => {
      if (!document.cookie.includes('portico-overrides')) localStorage.setItem(key, value);
    },
    [`import-map-override:${name}`, address] as const,
  );
}

/** The keys in local storage that import-map-overrides reads. */
export function storedOverrideKeys(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('import-map'))
      .sort(),
  );
}
