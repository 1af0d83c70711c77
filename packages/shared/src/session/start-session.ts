import { takeTokensFrom } from '../api/token-source';
import { readPage } from '../configuration/configuration';
import { keepSessionCurrent } from './keep-session-current';
import { renewOrExpire, restoreSession, tokenForCall } from './session';
import { clearSession } from './session-state';

/** At the start of the page, once: restores the session and keeps it current from then on. Never throws. */
export async function startSession(): Promise<void> {
  takeTokensFrom({ current: tokenForCall, renew: renewOrExpire });
  keepSessionCurrent();
  // The page host saw no session cookie: asking would only delay the sign-in form.
  if (readPage().state.hasSession === false) clearSession();
  else await restoreSession();
}
