/** The script of the page that replaces the portal while that cannot answer: loads the address again when it can. */

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
  // The browser fires no event if it has a network that does not reach the portal, so ask the portal.
  const answers = await fetch(health, { cache: 'no-store', signal: AbortSignal.timeout(timeout) }).then(
    ({ ok }) => ok,
    () => false,
  );
  isTrying = false;
  if (answers) loadAgain();
}

/** Opens the address. A reload could send a form again; `replace` would only scroll to a hash. */
function loadAgain(): void {
  if (location.hash) location.reload();
  else location.replace(location.href);
}

addEventListener('online', () => void tryAgain());
// Not when first shown: a portal that is healthy, but fails at this address, would get requests without a pause.
addEventListener('pageshow', ({ persisted }) => persisted && void tryAgain());
document.addEventListener('visibilitychange', () => void tryAgain());
document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement) loadAgain();
});
setInterval(() => void tryAgain(), period);
