import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this process at a signal, with the exit code of the signal. The event `exit` is left for what must not stay, such
 * as a file that is half written; a signal alone would end the process without it.
 * @returns a function that ends this
 */
export function exitOnSignals(): () => void {
  const exit = (signal: (typeof signals)[number]) => process.exit(128 + constants.signals[signal]);
  for (const signal of signals) process.on(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}
