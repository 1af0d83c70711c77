import { listOverriddenModules } from './stored-overrides';

// The page host reads both: packages/platform/server/src/pages/page-host.ts.
const modeName = 'portico-overrides';
const overriddenName = 'portico-overridden';
const thirtyDays = 30 * 24 * 60 * 60;

/** Tells the server whether this browser has overrides switched on. */
export function writeMode(isOn: boolean): void {
  writeCookie(modeName, isOn ? 'on' : '');
}

/** Tells the server which modules the next page overrides: its content policy allows what the operator allows these. */
export function writeOverriddenModules(storage: Storage): void {
  writeCookie(overriddenName, listOverriddenModules(storage).join('.'));
}

/** An empty value removes it. */
function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox got the Cookie Store API late.
  document.cookie = `${name}=${value}; path=/; max-age=${value === '' ? 0 : thirtyDays}; samesite=lax${secure}`;
}
