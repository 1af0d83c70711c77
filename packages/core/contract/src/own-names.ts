import * as v from 'valibot';

/** The names that valibot's records drop without an issue. */
const droppedNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Whether a record can have this name. */
export function isOwnName(name: string): boolean {
  return !droppedNames.includes(name);
}

/** Refuses objects with names that a record would drop; in a pipe before the record. */
export const ownNames = v.check(
  (given: unknown) => !droppedNames.some((name) => Object.hasOwn(Object(given), name)),
  `No name is ${droppedNames.join(', ')}.`,
);
