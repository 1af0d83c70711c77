/** The timeout for a screen that is never complete or a browser that is never idle, in milliseconds. */
const timeout = 10_000;

let isScreenComplete = false;
const waiting = new Set<() => void>();

/** Sets whether the content of the address, or its failure, is on screen. Only root-config calls it. */
export function setScreenComplete(isComplete: boolean): void {
  isScreenComplete = isComplete;
  if (!isComplete) return;
  for (const task of waiting) runIdle(task);
  waiting.clear();
}

/** Runs a task once the screen is complete and the browser is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  let isOver = false;
  const cancel = () => {
    isOver = true;
    clearTimeout(timer);
  };
  const run = () => {
    if (isOver) return;
    cancel();
    task();
  };
  const timer = setTimeout(run, timeout);
  if (isScreenComplete) runIdle(run);
  else waiting.add(run);
  return cancel;
}

function runIdle(task: () => void): void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task);
  else setTimeout(task, 200);
}
