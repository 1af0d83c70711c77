import { constants } from 'node:os';

/** What ends a program that a person or a supervisor runs. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ends this process at a signal, with the signal's exit code. Unlike a signal alone, it emits `exit`, where the caller
 * removes what must not stay, such as a partial file.
 * @returns stops it
 */
export function exitOnSignals(): () => void {
  const exit = (signal: (typeof signals)[number]) => process.exit(128 + constants.signals[signal]);
  for (const signal of signals) process.on(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}
