/**
 * Somebody else has signed in in this browser: the page is loaded anew, so that nothing of one user meets the other
 * (docs/decisions/0008). Never settles, because nothing may go on in the page that is being left.
 */
export function loadAnew(): Promise<never> {
  location.reload();
  return new Promise(() => {});
}
