import { accountPart, beforeSignOut, isSignedInAtom, sessionAtom, store } from '@portico/shared';
import type { Delivery, DeliveryEvents } from '../delivery/delivery';
import { report } from '../report';
import { bindPush } from './bind-push';
import { hearWorker, markOpened } from './hear-worker';
import { PushUnsupportedError } from './obtain-token';
import { unbindBrowser } from './unbind-push';

const hour = 60 * 60 * 1000;
/** After a failure, before an awakening tries again; in milliseconds. */
const shortestPause = 60_000;

/** Lets the pushes of a user arrive, and renews what they need while the page is open. */
export async function openPush(
  email: string,
  { onMessage, onGap, onStatus }: DeliveryEvents,
  onUnsupported: () => void,
): Promise<Delivery> {
  const { pushRecipientOf, unregisterPushToken } = accountPart.get();
  const recipient = await pushRecipientOf(email);
  const isWanted = () => store.get(isSignedInAtom) && store.get(sessionAtom).email === email;
  let token: string | undefined;
  let isLive = false;
  let triedAt = 0;
  let sessionBegan = 0;
  let isOver = false;

  const bind = async () => {
    triedAt = Date.now();
    try {
      token = await bindPush({ recipient, notBefore: sessionBegan, isWanted });
      if (isOver) return;
      const wasLive = isLive;
      isLive = token !== undefined;
      onStatus(isLive ? 'live' : 'off');
      if (isLive && !wasLive) onGap();
    } catch (error) {
      isLive = false;
      if (isOver) return;
      if (error instanceof PushUnsupportedError) return onUnsupported();
      report('Erro ao iniciar Firebase', error);
      onStatus('off');
    }
  };

  let wasExpired = false;
  const followSession = () => {
    const { status } = store.get(sessionAtom);
    if (!isWanted()) return void unbindBrowser().catch(() => undefined);
    // The server binds a token to a session, and this is another one.
    if (status === 'signed-in' && wasExpired) {
      sessionBegan = Date.now();
      void bind();
    }
    wasExpired = status === 'expired';
  };

  const undo = [
    hearWorker(recipient, onMessage),
    store.sub(sessionAtom, followSession),
    beforeSignOut(async (accessToken) => {
      if (token) await unregisterPushToken(token, accessToken);
    }),
  ];
  const timer = setInterval(() => void bind(), hour);
  void bind();
  void markOpened();
  return {
    verify() {
      void markOpened();
      if (!isLive && Date.now() - triedAt > shortestPause) void bind();
    },
    stop() {
      isOver = true;
      clearInterval(timer);
      for (const end of undo) end();
    },
  };
}
