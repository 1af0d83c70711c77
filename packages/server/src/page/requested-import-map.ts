import type { FastifyRequest } from 'fastify';
import { sessionCookieName } from '../auth/session-cookies';
import { readCohort } from '../publishing/cohort';
import type { LiveImportMap } from '../publishing/live-import-map';

/**
 * The import map that a reader of this host gets.
 * @param cohort the share of the users that the reader belongs to, if one is known
 */
export type ImportMapFor = (hostname: string, cohort: number | undefined) => ReturnType<LiveImportMap['mapFor']>;

/** The import map that is meant for who asks. */
export function importMapOf({ cookies, hostname }: FastifyRequest, importMapFor: ImportMapFor) {
  return importMapFor(hostname, readCohort(cookies[sessionCookieName]));
}
