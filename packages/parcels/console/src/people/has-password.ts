import type { Person } from '@portico/contract';

/** Whether a person has a password. The server of the previous release tells it by the state alone. */
export function hasPassword({ state, ways }: Person): boolean {
  return ways?.has_password ?? state !== 'no-password';
}
