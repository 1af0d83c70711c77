import { usePortal } from '@portico/module-kit';
import { useCommonTexts } from '../texts/common-texts';

/** Returns a function that copies a text, and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useCommonTexts();
  const portal = usePortal();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      portal.toast({ type: 'success', text: t('action.copied') });
    } catch {
      // The browser allows no access to the clipboard: the user copies the text, which the caller has selected.
    }
  };
}
