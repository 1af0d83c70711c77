/** What ends a program that a person or a supervisor runs. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
