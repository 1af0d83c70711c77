/** For a screen that is never complete and a browser that is never idle, in milliseconds. */
const timeout = 10_000;

let isScreenComplete = false;
const waiting = new Set<() => void>();

/** Whether the content of the address is on screen, or its failure is. Only root-config calls it. */
export function setScreenComplete(isComplete: boolean): void {
  isScreenComplete = isComplete;
  if (!isComplete) return;
  for (const task of waiting) runIdle(task);
  waiting.clear();
}

/** Runs a task once the screen is complete and the browser has nothing else to do. */
export function whenIdle(task: () => void): void {
  let isOver = false;
  const run = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    task();
  };
  const timer = setTimeout(run, timeout);
  if (isScreenComplete) runIdle(run);
  else waiting.add(run);
}

function runIdle(task: () => void): void {
  // Safari has no such call.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task);
  else setTimeout(task, 200);
}
