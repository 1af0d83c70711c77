import { constants } from 'node:os';
import { onSignals } from './on-signals';

/**
 * Ends this process at a signal, with the signal's exit code. Unlike a signal alone, it emits `exit`, where the caller
 * removes what must not stay, such as a partial file.
 * @returns stops it
 */
export function exitOnSignals(): () => void {
  return onSignals((signal) => process.exit(128 + constants.signals[signal]));
}
