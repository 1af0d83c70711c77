import { isDeepStrictEqual } from 'node:util';
import type { App, PageSession } from '@portico/contract';
import { LRUCache } from 'lru-cache';
import { addMilliseconds } from '../../database/database-clock';
import { shareReads } from '../../database/share-reads';
import { grantedAppTables, listGrantedAppsOfUsers, markMissingLogos } from '../accounts/app-repository';
import { toCurrentUser } from '../accounts/user-repository';
import type { IdentityServices } from '../identity-services';
import { findCohort } from '../sessions/cohort';
import { hashToken } from '../sessions/secret-tokens';
import { issueSessionToken, isUsable, type UsableSession } from '../sessions/session';
import { findLiveSessionsByRefreshTokens } from '../sessions/session-repository';

/** A live session for a page, and what the page host needs to know about its user. */
export interface FoundPageSession {
  /** The same object while nothing in it changes, so that the pages with it can be cached. */
  readonly session: PageSession;
  readonly cohort: number;
}

/** What the database says of a session. */
interface StoredSession {
  readonly live: UsableSession;
  readonly apps: readonly App[];
}

interface SharedSession {
  /** As it was read last: while nothing is written, the next read is the same object. */
  stored: StoredSession;
  readonly until: Date;
  readonly found: Promise<FoundPageSession>;
}

/**
 * How long the pages of a session get the same access token: signing one takes longer than all the rest of a page. It
 * is a small part of the token's 15 minutes.
 */
const sharedMilliseconds = 60_000;

/** More sessions than this in use at once make pages slower, not wrong. */
const maxSharedSessions = 1000;

/**
 * @returns finds the session of a refresh token for a page of the tenant: what the calls of the API would answer, with
 * an access token. The refresh token stays as it is, so that any number of pages may come with it. Every page asks the
 * database whether the session is live, so that no page brings one that has ended.
 */
export function createPageSessions(
  services: Pick<IdentityServices, 'accessTokens' | 'database' | 'hasLogo' | 'now'>,
): (refreshToken: string, tenant: string) => Promise<FoundPageSession | undefined> {
  const { accessTokens, database, hasLogo, now } = services;
  const shared = new LRUCache<string, SharedSession>({ max: maxSharedSessions });

  /** @param hashes because refresh tokens do not stay in memory */
  const readLive = shareReads(database, async (hashes) => {
    const found = await findLiveSessionsByRefreshTokens(database, hashes, now());
    return new Map(found.map((live): [string, UsableSession] => [live.refreshToken.hash, live]));
  });
  // Apart from the session, which every sign-in and refresh changes: the list of a user may be long.
  const readApps = shareReads(
    database,
    async (keys) => {
      const asked = keys.map((key) => ({ userId: key.split(' ')[0] ?? '', tenant: key.split(' ')[1] ?? '' }));
      const lists = await listGrantedAppsOfUsers(database, asked);
      return new Map(keys.map((key, index) => [key, lists[index] ?? []]));
    },
    // A deleted user has no session to ask with.
    grantedAppTables,
  );

  async function readStored(hash: string, tenant: string): Promise<StoredSession | undefined> {
    const live = await readLive(hash);
    return live && { live, apps: (await readApps(`${live.user.id} ${tenant}`)) ?? [] };
  }

  async function issue({ live, apps }: StoredSession): Promise<FoundPageSession> {
    const access_token = await issueSessionToken(accessTokens, live);
    const session = { access_token, user: toCurrentUser(live.user), apps: markMissingLogos(apps, hasLogo) };
    return { session, cohort: findCohort(live.user.id) };
  }

  return async (refreshToken, tenant) => {
    const hash = hashToken(refreshToken);
    const key = `${hash} ${tenant}`;
    const stored = await readStored(hash, tenant);
    const time = now();
    // Time passes without a write.
    if (stored === undefined || !isUsable(stored.live, time)) {
      shared.delete(key);
      return undefined;
    }
    const known = shared.get(key);
    if (known !== undefined && time < known.until && isSame(known.stored, stored)) {
      known.stored = stored;
      return known.found;
    }
    const found = issue(stored);
    shared.set(key, { stored, until: addMilliseconds(time, sharedMilliseconds), found });
    found.catch(() => shared.delete(key));
    return found;
  };
}

function isSame(one: StoredSession, other: StoredSession): boolean {
  return isDeepStrictEqual(one.live, other.live) && isDeepStrictEqual(one.apps, other.apps);
}
