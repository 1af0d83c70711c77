import type { PageSession } from '@portico/contract';
import { listAppsOfUser } from '../accounts/app-repository';
import { toCurrentUser } from '../accounts/user-repository';
import type { IdentityServices } from '../services';
import { findCohort } from '../sessions/cohort';
import { findSessionByRefreshToken, issueSessionToken } from '../sessions/session';

/** A live session for a page, and what the page host needs to know about its user. */
export interface FoundPageSession {
  readonly session: PageSession;
  readonly cohort: number;
}

/**
 * Finds the session of a refresh token for a page of the tenant: what the calls of the API would answer, with a new
 * access token. The refresh token stays as it is, so that any number of pages may come with it.
 */
export async function findPageSession(
  services: Pick<IdentityServices, 'accessTokens' | 'database' | 'hasLogo' | 'now'>,
  refreshToken: string,
  tenant: string,
): Promise<FoundPageSession | undefined> {
  const live = await findSessionByRefreshToken(services.database, refreshToken, services.now());
  if (live === undefined) return undefined;
  const [apps, access_token] = await Promise.all([
    listAppsOfUser(services, live.user.id, tenant),
    issueSessionToken(services.accessTokens, live),
  ]);
  return { session: { access_token, user: toCurrentUser(live.user), apps }, cohort: findCohort(live.user.id) };
}
