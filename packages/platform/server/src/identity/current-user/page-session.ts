import type { App, PageSession } from '@portico/contract';
import { shareReads } from '../../database/share-reads';
import { listGrantedApps, markMissingLogos } from '../accounts/app-repository';
import { toCurrentUser } from '../accounts/user-repository';
import type { IdentityServices } from '../services';
import { findCohort } from '../sessions/cohort';
import { hashToken } from '../sessions/secret-token';
import { issueSessionToken, isUsable, type UsableSession } from '../sessions/session';
import { findLiveSessionByRefreshToken } from '../sessions/session-repository';

/** A live session for a page, and what the page host needs to know about its user. */
export interface FoundPageSession {
  readonly session: PageSession;
  readonly cohort: number;
}

/**
 * @returns finds the session of a refresh token for a page of the tenant: what the calls of the API would answer, with a
 * new access token. The refresh token stays as it is, so that any number of pages may come with it.
 */
export function createPageSessions(
  services: Pick<IdentityServices, 'accessTokens' | 'database' | 'hasLogo' | 'now'>,
): (refreshToken: string, tenant: string) => Promise<FoundPageSession | undefined> {
  const { accessTokens, database, hasLogo, now } = services;

  /** @param key a hash, because refresh tokens do not stay in memory, and a tenant */
  async function read(key: string): Promise<[string, { live: UsableSession; apps: App[] } | undefined]> {
    const [hash = '', tenant = ''] = key.split(' ');
    const live = await findLiveSessionByRefreshToken(database, hash, now());
    return [key, live && { live, apps: await listGrantedApps(database, live.user.id, tenant) }];
  }
  const readSession = shareReads(database, async (keys) => new Map(await Promise.all(keys.map(read))));

  return async (refreshToken, tenant) => {
    const found = await readSession(`${hashToken(refreshToken)} ${tenant}`);
    // Time passes without a write.
    if (found === undefined || !isUsable(found.live, now())) return undefined;
    const { live, apps } = found;
    const access_token = await issueSessionToken(accessTokens, live);
    const session = { access_token, user: toCurrentUser(live.user), apps: markMissingLogos(apps, hasLogo) };
    return { session, cohort: findCohort(live.user.id) };
  };
}
