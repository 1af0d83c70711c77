import { confirmLeaving, readPage, readStorage, writeStorage } from '@portico/shared';
import { forgetOverrides, storeOverride, writeMode, writeOverriddenModules } from './stored-overrides';

/** Opens the dialog again after the reload of this tab. */
const reopenKey = 'portico:developer';

/** Changes the overrides of this browser and reloads the page, unless the user wants to keep unsaved changes. */
export async function reloadWith(change: () => void, reopens = false): Promise<void> {
  if (!(await confirmLeaving())) return;
  change();
  if (reopens) writeStorage('sessionStorage', reopenKey, 'open');
  location.reload();
}

/** Switches overrides on and removes stored ones: an attacker may have stored one before. */
export function switchOn(): void {
  forgetOverrides();
  writeMode(true);
}

/** Overrides a name, from the next page load. */
export function override(name: string, address: string): void {
  if (!readPage().state.isDeveloper) switchOn();
  window.importMapOverrides?.enableOverride(name);
  storeOverride(name, address);
  writeOverriddenModules();
}

/** Switches overrides off and removes them. */
export function switchOff(): void {
  forgetOverrides();
  writeOverriddenModules();
  writeMode(false);
}

/** Whether the dialog has to open again after the reload; the first call resets it. */
export function takeReopening(): boolean {
  const isWanted = readStorage('sessionStorage', reopenKey) !== null;
  writeStorage('sessionStorage', reopenKey, null);
  return isWanted;
}
