import { isApiFailure } from '../api/api-failure';
import { store } from '../store';
import { type AccessToken, parseAccessToken } from './access-token';
import { refreshToken } from './auth-calls';
import { tellOtherTabs } from './auth-channel';
import { isSignedOutStamp, mayHaveLeft, readStamp, stampToken } from './auth-stamp';
import { accessToken, accessTokenAtom, dispatch, getSessionState, isStale } from './session-state';
import { SharedTask } from './shared-task';
import { withRefreshLock } from './with-refresh-lock';

// A tab often gets the lock before the message of the tab that has just refreshed.
const messageTimeout = 100;

const renewal = new SharedTask<string>();

/**
 * A new access token: one refresh at a time for all tabs of this browser, and none when another tab has just refreshed.
 * Callers share a renewal that is under way. When the session changes meanwhile, the result is dropped, and the token
 * of the present session is returned (empty when signed out).
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
    const token = await refreshToken();
    if (isStale(generation)) return accessToken();
    const stamp = readStamp();
    // Another tab has signed out meanwhile. Its message is still under way, and it has yet to tell the server, so its
    // stamp stays.
    if (outdated.token ? mayHaveLeft(stamp, outdated.session) : stamp !== before && isSignedOutStamp(stamp)) {
      dispatch({ type: 'signed-out' });
      return accessToken();
    }
    dispatch({ type: 'token-issued', accessToken: parseAccessToken(token, stampToken(), Date.now()) });
    // Not if it is another user's: this page reloads then.
    if (accessToken() === token) tellOtherTabs({ type: 'TOKEN_REFRESHED', access_token: token });
    return accessToken();
  } catch (error) {
    if (isStale(generation)) return accessToken();
    const isRefused = isApiFailure(error) && !error.isUnreachable;
    const newer = isRefused ? await findTokenOfOtherTab(outdated, false) : undefined;
    if (newer) return newer;
    throw error;
  }
}

/**
 * Waits for the message with the token that another tab got; `undefined` when there is none. After waiting for the lock
 * there should be one, even if the stamp does not say so: storage may be slower than the lock.
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
