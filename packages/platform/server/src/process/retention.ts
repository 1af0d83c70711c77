import type { Environment } from './environment';

/** How many days things are kept; `undefined` for ever. */
export type Retention = ReturnType<typeof readRetention>;

export function readRetention(environment: Environment) {
  return {
    notifications: environment.PORTICO_NOTIFICATION_DAYS,
    /** After the last registration of a browser. */
    pushTokens: environment.PORTICO_PUSH_TOKEN_DAYS,
    outcomes: environment.PORTICO_OUTCOME_DAYS,
    /** The files of the outbox. */
    mails: environment.PORTICO_OUTBOX_DAYS,
    auditRecords: environment.PORTICO_AUDIT_DAYS,
  };
}

const day = 24 * 60 * 60 * 1000;

/** What is older than this is deleted: nothing if it is kept for ever. */
export function computeCutoff(days: number | undefined, now: Date): Date {
  return new Date(days === undefined ? 0 : now.getTime() - days * day);
}
