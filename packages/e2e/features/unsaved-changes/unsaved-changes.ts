import { expect, type Locator, type Page } from '@playwright/test';
import { lifecyclesModule } from '../../portal/lifecycles-module';
import type { ModuleOrigin } from '../../portal/module-origin';
import { signIn } from '../../portal/sign-in';
import { toastRegion } from '../toasts/module-toasts';

/** A module with a note, a link that leaves it by the History API, and a plain link to a fragment. */
export const noteModule = lifecyclesModule({
  mount: `element.innerHTML =
      '<h1>Notes</h1><input aria-label="Note"><a href="/profile">Away</a> <a href="#below">Below</a><p id="below">Here</p>';
    window.portal = portal;
    window.told = [];
    portal.subscribe('container:navigated', (path) => window.told.push(path));
    element.querySelector('a').onclick = (event) => {
      event.preventDefault();
      history.pushState({ usr: 'kept' }, '', '/profile');
    };`,
});

/** The question before unsaved changes are lost. */
export function leaveQuestion(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Sair sem salvar?' });
}

/** Chooses to stay. */
export async function stay(page: Page): Promise<void> {
  await leaveQuestion(page).getByRole('button', { name: 'Ficar' }).click();
}

/** Chooses to leave. */
export async function leave(page: Page): Promise<void> {
  await leaveQuestion(page).getByRole('button', { name: 'Sair', exact: true }).click();
}

/** The text field of the module. */
export function noteField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Note' });
}

/** Makes the module report unsaved changes or none. */
export async function setDirty(page: Page, isDirty = true): Promise<void> {
  await page.evaluate((value) => Reflect.get(window, 'portal').setDirty(value), isDirty);
}

/** Signs in, then does the same as `openNotesWithinHistory`: the first entry of the history, `/`, has index 0. */
export async function openUnsavedNotes(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', noteModule);
  await signIn(page, 'dora');
  // The same parcel shows the question; until it has loaded, the browser's own dialog asks.
  await expect(toastRegion(page)).toBeAttached();
  await openNotesWithinHistory(page);
}

/** Opens `/smsa-local/` with a half-typed note: the history has `/404` and `/profile` before it, `/404?ahead` after it. */
export async function openNotesWithinHistory(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const path of ['/404', '/profile', '/smsa-local/', '/404?ahead']) history.pushState({}, '', path);
  });
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await noteField(page).fill('half-typed');
  await setDirty(page);
}

interface History {
  readonly length: number;
  readonly state: unknown;
  readonly index: number;
  /** Key and address of each entry. */
  readonly entries: readonly (readonly (string | null)[])[];
  /** The addresses that the module has received. */
  readonly told: unknown;
}

/** The state that a refused navigation must not change. */
export function readHistory(page: Page): Promise<History> {
  return page.evaluate(() => ({
    length: history.length,
    state: history.state,
    index: navigation.currentEntry?.index ?? -1,
    entries: navigation.entries().map(({ key, url }) => [key, url]),
    told: Reflect.get(window, 'told'),
  }));
}

/** The address of the portal and the index of its history entry. */
export async function expectAt(page: Page, path: string, index: number): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect.poll(() => page.evaluate(() => navigation.currentEntry?.index)).toBe(index);
}

/** Chooses an entry of a menu of the top bar. */
export async function chooseInMenu(page: Page, menu: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
