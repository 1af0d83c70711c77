import type { PageSession } from '@portico/contract';
import { isTokenExpired, parseAccessToken } from './access-token';
import { tellOtherTabs } from './auth-channel';
import { isSignedOutStamp, mayHaveLeft, readStamp, stampToken } from './auth-stamp';
import { signOut } from './session';
import { dispatch, getSessionState } from './session-state';

/**
 * Signs in the user whose session came with the page, without a call.
 * @returns false when the user may have left this session since the page was made, or the page is too old
 */
export function openPageSession({ access_token, ...account }: PageSession): boolean {
  const stamp = readStamp();
  // The token was issued after the navigation started.
  const accessToken = parseAccessToken(access_token, stamp, Date.now() - performance.now());
  if (isTokenExpired(accessToken, Date.now()) || mayHaveLeft(stamp, accessToken.session)) return false;
  // Signed in since the sign-out, and no script saw it.
  const isNews = isSignedOutStamp(stamp);
  dispatch({ type: 'token-issued', accessToken: isNews ? { ...accessToken, stamp: stampToken() } : accessToken });
  if (account.apps.length === 0) {
    void signOut('no-applications');
    return true;
  }
  dispatch({ type: 'signed-in', generation: getSessionState().generation, ...account });
  if (isNews) tellOtherTabs({ type: 'SIGNED_IN' });
  return true;
}
