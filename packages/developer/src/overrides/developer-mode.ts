import { confirmLeaving, readPage } from '@portico/shared';
import { forgetOverrides, storeOverride } from './stored-overrides';

// The page host reads it: packages/server/src/page/page-host.ts.
const cookieName = 'portico-overrides';
const thirtyDays = 30 * 24 * 60 * 60;
/** Of this tab alone: the dialog opens again after the reload. */
const reopenKey = 'portico:developer';

/** Changes what this browser overrides and loads the page anew, unless its user wants to keep unsaved changes. */
export async function reloadWith(change: () => void, reopens = false): Promise<void> {
  if (!(await confirmLeaving())) return;
  change();
  if (reopens) sessionStorage.setItem(reopenKey, 'open');
  location.reload();
}

/** Switches overrides on, with none of an earlier time: nobody may prepare one for a browser that is not switched on. */
export function switchOn(): void {
  forgetOverrides(localStorage);
  writeCookie('on', thirtyDays);
}

/** Overrides a name from the next page on, which is a developer's. */
export function override(name: string, address: string): void {
  if (!readPage().state.isDeveloper) switchOn();
  window.importMapOverrides?.enableOverride(name);
  storeOverride(localStorage, name, address);
}

/** Switches overrides off, and forgets them. */
export function switchOff(): void {
  forgetOverrides(localStorage);
  writeCookie('', 0);
}

/** Whether the dialog was to open again after the reload; asked once. */
export function takeReopening(): boolean {
  try {
    const isWanted = sessionStorage.getItem(reopenKey) !== null;
    sessionStorage.removeItem(reopenKey);
    return isWanted;
  } catch {
    // Where storage is refused, nothing can be switched on.
    return false;
  }
}

function writeCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox got the Cookie Store API late.
  document.cookie = `${cookieName}=${value}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}
