/**
 * The script of the page that stands in for the portal while it cannot be reached, or cannot answer: loads the address
 * again as soon as it can.
 */

/** The time between two attempts, in milliseconds. */
const period = 3_000;
/** How long an attempt may take, in milliseconds. */
const timeout = 10_000;

/** Answers 200 once it is worth loading the address again. */
const health = document.querySelector('main')?.dataset.health ?? '/health';

let isTrying = false;

async function tryAgain(): Promise<void> {
  if (isTrying || document.visibilityState !== 'visible') return;
  isTrying = true;
  // The events may be missing: a network without a way to the portal is a network to the browser.
  const answers = await fetch(health, { cache: 'no-store', signal: AbortSignal.timeout(timeout) }).then(
    ({ ok }) => ok,
    () => false,
  );
  isTrying = false;
  if (answers) loadAgain();
}

/** Opens the address. To reload the answer to a form would send the form again; with a hash it would only scroll. */
function loadAgain(): void {
  if (location.hash) location.reload();
  else location.replace(location.href);
}

addEventListener('online', () => void tryAgain());
// Not the first time: a portal that is ready, but cannot answer this address, would be asked for it without a pause.
addEventListener('pageshow', ({ persisted }) => persisted && void tryAgain());
document.addEventListener('visibilitychange', () => void tryAgain());
document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) loadAgain();
});
setInterval(() => void tryAgain(), period);
