import { report as reportFault } from '@portico/shared';

/** Tells the operator what nobody on screen has to know. */
export function report(message: string, error: unknown): void {
  reportFault({ kind: 'reported', source: '@portico/notifications', message, error });
}
