import type { PageSession } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { shareReads } from '../../database/shared-reads';
import { listGrantedApps, toApps } from '../accounts/app-repository';
import { toCurrentUser } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { followProviderSession } from '../providers/provider-session';
import { findCohort } from '../sessions/cohort';
import { hashToken } from '../sessions/secret-tokens';
import { issueSessionToken, type LiveSession } from '../sessions/session';
import { findLiveSessionsByRefreshTokens } from '../sessions/session-repository';
import { isSessionOf } from '../sessions/session-tenant';

/** The pages of a session share an access token for this part of its 15 minutes, so that they can be cached. */
const sharedMilliseconds = 60_000;
const maxSharedTokens = 1000;

/**
 * @returns finds the session of a refresh token for a page of the tenant: what the API would answer, an access token, and
 * the user's cohort. Does not use the refresh token up, so any number of pages may come with it. Reads the session from
 * the database for each page, so that no page shows a session that has ended.
 */
export function createPageSessions(services: IdentityServices) {
  const { accessTokens, database, hasLogo, now } = services;
  const tokens = new LRUCache<string, string, LiveSession>({
    max: maxSharedTokens,
    ttl: sharedMilliseconds,
    ttlResolution: 0,
    ignoreFetchAbort: true,
    perf: { now: () => now().getTime() },
    fetchMethod: (_id, _stale, { context }) => issueSessionToken(accessTokens, context),
  });
  const readLive = shareReads(async (hashes) => {
    const found = await findLiveSessionsByRefreshTokens(database, hashes, now());
    const granted = await listGrantedApps(database, [...new Set(found.map(({ user }) => user.id))]);
    return new Map(
      found.map((live) => [
        live.refreshToken.hash,
        { ...live, granted: granted.filter(({ userId }) => userId === live.user.id) },
      ]),
    );
  });

  return async (refreshToken: string, tenant: string) => {
    const live = await readLive(hashToken(refreshToken));
    if (live === undefined || !(await isSessionOf(database, live.session, tenant))) return undefined;
    const { user, granted } = live;
    followProviderSession(services, live.session);
    const access_token = await tokens.forceFetch(live.session.id, { context: live });
    const session: PageSession = { access_token, user: toCurrentUser(user), apps: toApps(granted, tenant, hasLogo) };
    return { session, cohort: findCohort(user.id) };
  };
}
