import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Options of a launch: Playwright leaves signals alone. */
export const ignoredSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/**
 * Ends this process at a signal while it has a browser, with the exit code of the signal. At the exit, Playwright kills
 * the browser and removes its files. By itself it would close the browser and go on: the check would report a crash, or
 * wait for a browser that it is just launching.
 * @returns a function that ends this
 */
export function exitOnSignals(): () => void {
  const exit = (signal: (typeof signals)[number]) => process.exit(128 + constants.signals[signal]);
  for (const signal of signals) process.on(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}
