import { isApiFailure } from '../api/api-failure';
import { store } from '../store';
import { tellOtherTabs } from './auth-channel';
import { readStamp, stampToken } from './auth-stamp';
import { accessToken, type HeldToken, heldTokenAtom, holdToken, isOfSomebodyElse } from './held-token';
import { loadAnew } from './load-anew';
import { postRefresh } from './session-calls';
import { currentGeneration } from './session-state';
import { withRefreshLock } from './with-refresh-lock';

// The lock of a tab that has just refreshed often arrives before its message does.
const messageDelay = 100;

let renewal: { readonly generation: number; readonly token: Promise<string> } | undefined;

/**
 * A new access token: one refresh at a time for all tabs of this browser, and none when another tab has just had one.
 * Whoever asks meanwhile gets its result. A result that comes after the session has changed is dropped; the token of
 * the present session, if there is one, is given in its place.
 * @throws ApiFailure
 */
export function renewAccessToken(): Promise<string> {
  const generation = currentGeneration();
  if (renewal?.generation !== generation) {
    const started = { generation, token: renewInTurn(generation) };
    renewal = started;
    const forget = () => {
      if (renewal === started) renewal = undefined;
    };
    started.token.then(forget, forget);
  }
  return renewal.token;
}

async function renewInTurn(generation: number): Promise<string> {
  const outdated = store.get(heldTokenAtom);
  return withRefreshLock(
    async (hasWaited) => (await tokenOfOtherTab(outdated, hasWaited)) ?? refresh(outdated, generation),
  );
}

async function refresh(outdated: HeldToken, generation: number): Promise<string> {
  try {
    const token = await postRefresh();
    if (generation !== currentGeneration()) return accessToken();
    if (isOfSomebodyElse(token)) {
      stampToken();
      loadAnew();
      return '';
    }
    const stamp = stampToken();
    holdToken(token, stamp);
    tellOtherTabs({ type: 'TOKEN_REFRESHED', access_token: token, stamp });
    return token;
  } catch (error) {
    if (generation !== currentGeneration()) return accessToken();
    const isRefused = isApiFailure(error) && !error.isUnreachable;
    const newer = isRefused ? await tokenOfOtherTab(outdated, false) : undefined;
    if (newer) return newer;
    throw error;
  }
}

/**
 * The token that another tab has got since, once its message is here; `undefined` when there is none. Who had to wait
 * for the lock expects one whatever the stamp says, because storage may be later than the lock.
 */
async function tokenOfOtherTab(outdated: HeldToken, hasWaited: boolean): Promise<string | undefined> {
  if (!outdated.token || (!hasWaited && readStamp() === outdated.stamp)) return undefined;
  return newerToken(outdated) ?? (await nextToken(outdated));
}

function newerToken(outdated: HeldToken): string | undefined {
  const { token } = store.get(heldTokenAtom);
  return token && token !== outdated.token ? token : undefined;
}

function nextToken(outdated: HeldToken): Promise<string | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      stop();
      resolve(newerToken(outdated));
    };
    const timer = setTimeout(settle, messageDelay);
    const stop = store.sub(heldTokenAtom, settle);
  });
}
