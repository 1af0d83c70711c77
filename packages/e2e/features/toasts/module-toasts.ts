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

/** The area of the toasts, which exists without toasts too. */
export function toastRegion(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications Alt+T' });
}

/** The visible toasts in order, including one that is leaving. */
export function toastRows(page: Page): Locator {
  return toastRegion(page).getByRole('listitem');
}

/** The toast with this text that is not leaving: a new toast with the same text may be on screen already. */
export function toastCard(page: Page, text: string): Locator {
  return toastRegion(page).getByRole('group', { name: text }).and(page.locator(':not([inert])'));
}

/**
 * Returns the box of a toast.
 * @throws if it is not on screen
 */
export async function measureToast(page: Page, text: string) {
  const box = await toastCard(page, text).boundingBox();
  if (!box) throw new Error(`There is no toast "${text}".`);
  return box;
}

/** Opens a module that exposes the portal's API on a public page, without a sign-in. */
export async function openPublicModule(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', exposingModule());
  await page.goto('/smsa-local/portal');
  await waitForToasts(page);
}

/** Opens that module for a signed-in user. */
export async function openSignedInModule(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', exposingModule());
  await signIn(page, 'dora', '/smsa-local/');
  await waitForToasts(page);
}

/** Makes the module show toasts, and waits until they are on screen. */
export async function showToasts(page: Page, ...toasts: ModuleToast[]): Promise<void> {
  await page.evaluate((list) => {
    for (const toast of list) Reflect.get(window, 'portal').toast(toast);
  }, toasts);
  for (const { text } of toasts) await expect(toastCard(page, text)).toBeVisible();
}

/** Opens a modal dialog of the module; its button closes it. */
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
