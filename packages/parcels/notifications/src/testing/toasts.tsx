import { useAtomValue, waitingToastsAtom } from '@portico/shared';

/** Draws the toasts in place of the overlay. */
export function Toasts() {
  return useAtomValue(waitingToastsAtom).map(({ id, toast: { title, text, link, picture } }) => (
    <p key={id} data-toast>
      {picture}
      {link ? (
        <a href={link.href} onClick={link.onOpen}>
          {[title, text].filter(Boolean).join(': ')}
        </a>
      ) : (
        [title, text].filter(Boolean).join(': ')
      )}
    </p>
  ));
}

/** The texts of the toasts. */
export function toastTexts(): readonly (string | null)[] {
  return [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent);
}
