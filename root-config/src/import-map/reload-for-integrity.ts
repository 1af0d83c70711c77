import { wasJustReloaded } from './reload-guard';

/**
 * Reloads the page, which then has the integrity of what is at an address. Never returns.
 * @throws Error when the page was reloaded just now
 */
export async function reloadForIntegrity(address: string): Promise<never> {
  if (wasJustReloaded()) throw new Error(`The integrity of ${address} is unknown in this page.`);
  location.reload();
  return new Promise(() => {});
}
