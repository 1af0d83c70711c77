/** For a browser that is never idle, in milliseconds. */
const longestWait = 5_000;

/** Runs a task once the browser has nothing else to do. */
export function whenIdle(task: () => void): void {
  // Safari has no such call.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: longestWait });
  else setTimeout(task, 200);
}
