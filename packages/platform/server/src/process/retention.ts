import type { Environment } from './environment';

/** How many days things are kept; `undefined` for ever. */
export interface Retention {
  readonly notifications: number | undefined;
  /** After the last registration of a browser. */
  readonly pushTokens: number | undefined;
  readonly outcomes: number | undefined;
  /** The files of the outbox. */
  readonly mails: number | undefined;
  readonly auditRecords: number | undefined;
}

export function readRetention(environment: Environment): Retention {
  return {
    notifications: environment.PORTICO_NOTIFICATION_DAYS,
    pushTokens: environment.PORTICO_PUSH_TOKEN_DAYS,
    outcomes: environment.PORTICO_OUTCOME_DAYS,
    mails: environment.PORTICO_OUTBOX_DAYS,
    auditRecords: environment.PORTICO_AUDIT_DAYS,
  };
}

const day = 24 * 60 * 60 * 1000;

/** What is older than this is deleted: nothing if it is kept for ever. */
export function findOldest(days: number | undefined, now: Date): Date {
  return new Date(days === undefined ? 0 : now.getTime() - days * day);
}
