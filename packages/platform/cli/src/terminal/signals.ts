import { constants } from 'node:os';

/** The signals by which a person or a supervisor ends a program. */
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Handles these signals instead of ending this process.
 * @returns stops it
 */
export function onSignals(handle: (signal: (typeof signals)[number]) => void): () => void {
  for (const signal of signals) process.on(signal, handle);
  return () => {
    for (const signal of signals) process.off(signal, handle);
  };
}

/** Ends this process at a signal. Unlike the signal alone, it emits `exit`, where callers remove partial files. */
export function exitOnSignals(): () => void {
  return onSignals((signal) => process.exit(128 + constants.signals[signal]));
}
