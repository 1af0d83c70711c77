import { accessTokenResponseSchema } from '@portico/contract';
import { isUnreachable } from '../api/api-failure';
import { requestJson } from '../api/request';
import { store } from '../store';
import { type AccessToken, parseAccessToken } from './access-token';
import { tellOtherTabs } from './auth-channel';
import { isSignedOutStamp, mayHaveLeft, readStamp, stampToken } from './auth-stamp';
import { accessToken, accessTokenAtom, dispatch, getSessionState, isStale, SharedTask } from './session-state';
import { withRefreshLock } from './with-refresh-lock';

// In milliseconds: a tab often gets the lock before the message of the tab that has just refreshed.
const messageTimeout = 100;

const renewal = new SharedTask<string>();

/**
 * Renews the access token and returns it. All tabs of this browser together send one refresh at a time, and none when
 * another tab has just refreshed. Concurrent callers share one renewal. If the session changes meanwhile, returns the
 * token of the current session (empty when signed out).
 * @throws ApiFailure when the server refuses or does not answer
 */
export function renewAccessToken(): Promise<string> {
  const { accessToken: outdated } = getSessionState();
  return renewal.run((generation) =>
    withRefreshLock(
      async (hasWaited) => (await findTokenOfOtherTab(outdated, hasWaited)) ?? refresh(outdated, generation),
    ),
  );
}

async function refresh(outdated: AccessToken, generation: number): Promise<string> {
  const before = readStamp();
  try {
    const { access_token: token } = await requestJson('auth/refresh', accessTokenResponseSchema, { method: 'post' });
    if (isStale(generation)) return accessToken();
    const stamp = readStamp();
    // Another tab has signed out, but its message has not arrived. Keep its stamp, because it has yet to call the server.
    if (outdated.token ? mayHaveLeft(stamp, outdated.session) : stamp !== before && isSignedOutStamp(stamp)) {
      dispatch({ type: 'signed-out' });
      return accessToken();
    }
    dispatch({ type: 'token-issued', accessToken: parseAccessToken(token, stampToken(), Date.now()) });
    // Not for a token of another user: then this page reloads.
    if (accessToken() === token) tellOtherTabs({ type: 'TOKEN_REFRESHED', access_token: token });
    return accessToken();
  } catch (error) {
    if (isStale(generation)) return accessToken();
    const newer = isUnreachable(error) ? undefined : await findTokenOfOtherTab(outdated, false);
    if (newer) return newer;
    throw error;
  }
}

/**
 * Waits for the token of another tab; `undefined` if none arrives. After a wait for the lock, another tab has probably
 * refreshed, even if the stamp is old: storage may be slower than the lock.
 */
async function findTokenOfOtherTab(outdated: AccessToken, hasWaited: boolean): Promise<string | undefined> {
  if (!outdated.token || (!hasWaited && readStamp() === outdated.stamp)) return undefined;
  return findNewerToken(outdated) ?? (await waitForNewerToken(outdated));
}

function findNewerToken(outdated: AccessToken): string | undefined {
  const token = accessToken();
  return token && token !== outdated.token ? token : undefined;
}

function waitForNewerToken(outdated: AccessToken): Promise<string | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      stop();
      resolve(findNewerToken(outdated));
    };
    const timer = setTimeout(settle, messageTimeout);
    const stop = store.sub(accessTokenAtom, settle);
  });
}
