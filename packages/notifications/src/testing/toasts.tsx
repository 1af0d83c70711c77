import { toasterPart } from '@portico/shared';

/** Draws what stands in the toasts, in place of the overlay. */
export function Toasts() {
  const { toasts } = toasterPart.get().useToaster(true);
  return toasts
    .filter(({ isLeaving }) => !isLeaving)
    .map(({ id, toast: { title, text, link, picture } }) => (
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

/** What the toasts say. */
export function toastTexts(): readonly (string | null)[] {
  return [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent);
}
