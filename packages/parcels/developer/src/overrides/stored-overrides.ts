import { getModuleKey, modulePrefix } from '@portico/contract';
import { explainRefusal, type OverrideRules } from './override-rules';

// The keys of import-map-overrides 6.
const prefix = 'import-map-override:';
const disabledKey = 'import-map-overrides-disabled';
const externalMapsKey = 'import-map-overrides-external-maps';

/** Removes overrides that the rules do not allow, before import-map-overrides reads them. Returns the reasons. */
export function keepAllowedOverrides(rules: OverrideRules): string[] {
  localStorage.removeItem(externalMapsKey);
  if (!isListOfNames(localStorage.getItem(disabledKey))) localStorage.removeItem(disabledKey);
  return listNames().flatMap((name) => {
    const refusal = explainRefusal(name, localStorage.getItem(prefix + name) ?? '', rules);
    if (refusal === undefined) return [];
    localStorage.removeItem(prefix + name);
    return [refusal];
  });
}

/** Stores an override where import-map-overrides reads it at the next page load. */
export function storeOverride(name: string, address: string): void {
  localStorage.setItem(prefix + name, address);
}

/** Removes all overrides, also disabled ones. */
export function forgetOverrides(): void {
  for (const name of listNames()) localStorage.removeItem(prefix + name);
  localStorage.removeItem(disabledKey);
  localStorage.removeItem(externalMapsKey);
}

// The page host reads both: packages/platform/server/src/pages/answer-with-page.ts.
const modeName = 'portico-overrides';
const overriddenName = 'portico-overridden';
const thirtyDays = 30 * 24 * 60 * 60;

/** Tells the server whether this browser has overrides switched on. */
export function writeMode(isOn: boolean): void {
  writeCookie(modeName, isOn ? 'on' : '');
}

/** Tells the server which modules the next page overrides, for the content policy of that page. */
export function writeOverriddenModules(): void {
  const disabled = localStorage.getItem(disabledKey) ?? '[]';
  const isInUse = (name: string) => name.startsWith(modulePrefix) && !disabled.includes(JSON.stringify(name));
  writeCookie(overriddenName, listNames().filter(isInUse).map(getModuleKey).sort().join('.'));
}

/** An empty value removes it. */
function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: older versions of Safari and Firefox lack the Cookie Store API.
  document.cookie = `${name}=${value}; path=/; max-age=${value === '' ? 0 : thirtyDays}; samesite=lax${secure}`;
}

function listNames(): string[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** The library parses this value at its start and stops if that fails. */
function isListOfNames(text: string | null): boolean {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) && names.every((name) => typeof name === 'string');
  } catch {
    return false;
  }
}
