import { showToast } from './toast-queue';

/**
 * Shows a toast that a module asked for. Its check loads when it is first needed.
 * @throws TypeError when it is not a toast; the message says what is wrong with it
 */
export async function showModuleToast(toast: unknown): Promise<void> {
  const { parseModuleToast } = await import(/* webpackChunkName: "module-toast" */ './parse-module-toast');
  showToast(parseModuleToast(toast));
}
