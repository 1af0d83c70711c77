import { sessionAtom } from '../session/session-state';
import { store } from '../store';
import { showToast } from './toast-queue';

/** The default duration of a module's toast, in milliseconds. Toasts of the shell stay for 4000. */
const standardDuration = 5_000;

/** Shows the toast of a module, or rejects with a TypeError that says what is wrong. The schema loads late. */
export async function showModuleToast(toast: unknown): Promise<void> {
  const { email } = store.get(sessionAtom);
  const { parseModuleToast } = await import(/* webpackChunkName: "module-toast" */ './parse-module-toast');
  const parsed = parseModuleToast(toast);
  // The user may have signed out meanwhile.
  if (store.get(sessionAtom).email === email) showToast({ duration: standardDuration, ...parsed });
}
