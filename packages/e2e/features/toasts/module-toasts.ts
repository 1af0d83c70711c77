import { expect, type Locator, type Page } from '@playwright/test';
import { exposingModule } from '../../portal/lifecycles-module';
import type { ModuleOrigin } from '../../portal/module-origin';
import { signIn } from '../../portal/sign-in';

/** The argument of `portal.toast`. */
export interface ModuleToast {
  readonly type?: string;
  readonly title?: string;
  readonly text: string;
  readonly duration?: number;
}

/** Where toasts are, whether there are any or not. */
export function toastRegion(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications Alt+T' });
}

/** The toasts that take up room, in their order: also one that is leaving. */
export function toastRows(page: Page): Locator {
  return toastRegion(page).getByRole('listitem');
}

/** The toast that says this, and is not leaving: the next one with its text may be there already. */
export function toastCard(page: Page, text: string): Locator {
  return toastRegion(page).getByRole('group', { name: text }).and(page.locator(':not([inert])'));
}

/**
 * Where a toast is.
 * @throws if it is not on screen
 */
export async function measureToast(page: Page, text: string) {
  const box = await toastCard(page, text).boundingBox();
  if (!box) throw new Error(`There is no toast "${text}".`);
  return box;
}

/** Opens a module that hands out the portal's API, on a public page, which needs no sign-in. */
export async function openPublicModule(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', exposingModule());
  await page.goto('/smsa-local/portal');
  await waitForToasts(page);
}

/** Opens that module for a user who has signed in. */
export async function openSignedInModule(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', exposingModule());
  await signIn(page, 'dora', '/smsa-local/');
  await waitForToasts(page);
}

/** Has the module show toasts, and waits until they are on screen. */
export async function showToasts(page: Page, ...toasts: ModuleToast[]): Promise<void> {
  await page.evaluate((list) => {
    for (const toast of list) Reflect.get(window, 'portal').toast(toast);
  }, toasts);
  for (const { text } of toasts) await expect(toastCard(page, text)).toBeVisible();
}

/** Opens a modal dialog of the module's that is closed by its button. */
export async function openModalDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.innerHTML = '<button>Fechar o diálogo</button>';
    dialog.onclick = () => dialog.close();
    document.querySelector('main')?.append(dialog);
    dialog.showModal();
  });
}

/** Closes the modal dialog. */
export async function closeModalDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fechar o diálogo' }).click();
}

async function waitForToasts(page: Page): Promise<void> {
  await page.waitForFunction(() => 'portal' in window);
  await toastRegion(page).waitFor({ state: 'attached' });
}
