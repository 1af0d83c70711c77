import { confirmLeaving, readPage } from '@portico/shared';
import { forgetOverrides, storeOverride } from './stored-overrides';

// The page host reads it: packages/platform/server/src/pages/page-host.ts.
const cookieName = 'portico-overrides';
const thirtyDays = 30 * 24 * 60 * 60;
/** Of this tab alone: the dialog opens again after the reload. */
const reopenKey = 'portico:developer';

/** Changes the overrides of this browser and reloads the page, unless the user wants to keep unsaved changes. */
export async function reloadWith(change: () => void, reopens = false): Promise<void> {
  if (!(await confirmLeaving())) return;
  change();
  if (reopens) sessionStorage.setItem(reopenKey, 'open');
  location.reload();
}

/** Switches overrides on and removes stored ones, so that nobody can prepare an override for a browser beforehand. */
export function switchOn(): void {
  forgetOverrides(localStorage);
  writeCookie('on', thirtyDays);
}

/** Overrides a name, from the next page load. */
export function override(name: string, address: string): void {
  if (!readPage().state.isDeveloper) switchOn();
  window.importMapOverrides?.enableOverride(name);
  storeOverride(localStorage, name, address);
}

/** Switches overrides off and removes them. */
export function switchOff(): void {
  forgetOverrides(localStorage);
  writeCookie('', 0);
}

/** Whether the dialog has to open again after the reload; the first call resets it. */
export function takeReopening(): boolean {
  try {
    const isWanted = sessionStorage.getItem(reopenKey) !== null;
    sessionStorage.removeItem(reopenKey);
    return isWanted;
  } catch {
    // Without storage, nothing can be switched on.
    return false;
  }
}

function writeCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox got the Cookie Store API late.
  document.cookie = `${cookieName}=${value}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}
