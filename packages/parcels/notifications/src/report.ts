import { report as reportError } from '@portico/shared';

/** Reports an error to the operator; the user is not told. */
export function report(message: string, error: unknown): void {
  reportError({ kind: 'reported', source: '@portico/notifications', message, error });
}
