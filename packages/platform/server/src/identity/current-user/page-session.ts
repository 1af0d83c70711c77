import type { PageSession } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { addMilliseconds } from '../../database/database-clock';
import { shareReads } from '../../database/shared-reads';
import { listGrantedAppsOfUsers, markMissingLogos } from '../accounts/app-repository';
import { toCurrentUser } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { findCohort } from '../sessions/cohort';
import { hashToken } from '../sessions/secret-tokens';
import { issueSessionToken, isUsable, type UsableSession } from '../sessions/session';
import { findLiveSessionsByRefreshTokens } from '../sessions/session-repository';

/** A live session for a page, and what the page host needs to know about its user. */
export interface FoundPageSession {
  readonly session: PageSession;
  readonly cohort: number;
}

/** How long the pages of a session get the same access token, so that they are the same: a part of its 15 minutes. */
const sharedMilliseconds = 60_000;
const maxSharedTokens = 1000;

/**
 * @returns finds the session of a refresh token for a page of the tenant: what the calls of the API would answer, with
 * an access token. The refresh token stays as it is, so that any number of pages may come with it. Every page asks the
 * database whether the session is live, so that no page brings one that has ended.
 */
export function createPageSessions(
  services: Pick<IdentityServices, 'accessTokens' | 'database' | 'hasLogo' | 'now'>,
): (refreshToken: string, tenant: string) => Promise<FoundPageSession | undefined> {
  const { accessTokens, database, hasLogo, now } = services;
  const tokens = new LRUCache<string, { readonly token: Promise<string>; readonly until: Date }>({
    max: maxSharedTokens,
  });

  const readLive = shareReads(async (hashes) => {
    const found = await findLiveSessionsByRefreshTokens(database, hashes, now());
    return new Map(found.map((live) => [live.refreshToken.hash, live] as const));
  });
  const readApps = shareReads(async (keys) => {
    const lists = await listGrantedAppsOfUsers(
      database,
      keys.map((key) => ({ userId: key.split(' ')[0] ?? '', tenant: key.split(' ')[1] ?? '' })),
    );
    return new Map(keys.map((key, index) => [key, lists[index] ?? []]));
  });

  function getToken(live: UsableSession): Promise<string> {
    const { id } = live.session;
    const known = tokens.get(id);
    if (known !== undefined && now() < known.until) return known.token;
    const token = issueSessionToken(accessTokens, live);
    tokens.set(id, { token, until: addMilliseconds(now(), sharedMilliseconds) });
    token.catch(() => tokens.delete(id));
    return token;
  }

  return async (refreshToken, tenant) => {
    const live = await readLive(hashToken(refreshToken));
    if (live === undefined || !isUsable(live, now())) return undefined;
    const { user } = live;
    const [access_token, apps = []] = await Promise.all([getToken(live), readApps(`${user.id} ${tenant}`)]);
    const session = { access_token, user: toCurrentUser(user), apps: markMissingLogos(apps, hasLogo) };
    return { session, cohort: findCohort(user.id) };
  };
}
