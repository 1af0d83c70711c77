import { sessionAtom } from '../session/session-state';
import { store } from '../store';
import { showToast } from './toast-queue';

/** How long it stays unless the module says otherwise, in milliseconds. The shell's own stay for 4000. */
const standardDuration = 5_000;

/**
 * Shows a toast that a module asked for. Its check loads when it is first needed.
 * @throws TypeError when it is not a toast; the message says what is wrong with it
 */
export async function showModuleToast(toast: unknown): Promise<void> {
  const { email } = store.get(sessionAtom);
  const { parseModuleToast } = await import(/* webpackChunkName: "module-toast" */ './parse-module-toast');
  const parsed = parseModuleToast(toast);
  // The user may have signed out meanwhile.
  if (store.get(sessionAtom).email === email) showToast({ duration: standardDuration, ...parsed });
}
