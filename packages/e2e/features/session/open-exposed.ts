import type { Page } from '@playwright/test';
import { exposingModule } from '../../portal/lifecycles-module';
import type { ModuleOrigin } from '../../portal/module-origin';

/**
 * Opens a tab with a module that exposes the portal's API, and waits until the first refresh has replaced the token of
 * the page: after that, the tab refreshes only for a reason.
 * @param open navigates to `/smsa-local/`
 */
export async function openExposed(page: Page, modules: ModuleOrigin, open: () => Promise<unknown>): Promise<void> {
  modules.serves('/module.js', exposingModule());
  const refreshed = page.waitForResponse('**/api/auth/refresh');
  await open();
  const { access_token } = await (await refreshed).json();
  await page.waitForFunction((token) => Reflect.get(window, 'portal')?.token() === token, access_token);
}
