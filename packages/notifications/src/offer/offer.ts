const declinedKey = 'portico:notifications:offer';

/** Whether the browser could still be had to ask, and the user has not declined that. */
export function isOfferOpen(): boolean {
  if (!window.isSecureContext || !('Notification' in window) || Notification.permission !== 'default') return false;
  try {
    return localStorage.getItem(declinedKey) === null;
  } catch {
    // Who forbids storage would be asked for ever.
    return false;
  }
}

/** In this browser, for good; the profile has the button. */
export function declineOffer(): void {
  try {
    localStorage.setItem(declinedKey, 'declined');
  } catch {
    // Then it is declined until the panel is opened again.
  }
}
