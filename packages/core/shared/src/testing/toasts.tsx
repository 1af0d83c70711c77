import { useAtomValue } from '../store';
import { waitingToastsAtom } from '../toasts/toast-queue';

/** Draws the toasts in place of the overlay. */
export function Toasts() {
  return useAtomValue(waitingToastsAtom).map(({ id, toast: { type, title, text, link, picture } }) => {
    const words = [type, title, text].filter(Boolean).join(': ');
    return (
      <p key={id} data-toast>
        {picture}
        {link ? (
          <a href={link.href} onClick={link.onOpen}>
            {words}
          </a>
        ) : (
          words
        )}
      </p>
    );
  });
}

/** The texts of the toasts, with their types. */
export function toastTexts(): readonly (string | null)[] {
  return [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent);
}
