import { dropUnsavedChanges } from '../unsaved-changes/unsaved-changes';
import { clearSession } from './session-state';

/**
 * Somebody else has signed in in this browser: the page is loaded anew, so that nothing of one user meets the other
 * (docs/decisions/0008). Signed out first, and unsaved changes given up, because a page may refuse to be left; the
 * address is kept as the sign-in's `link`.
 */
export function loadAnew(): void {
  clearSession();
  dropUnsavedChanges();
  location.reload();
}
