import { computePushRecipient, decodeUnreserved, type PushData } from '@portico/contract';
import { beforeSignOut, isSignedInAtom, type RealtimeMessage, sessionAtom, store } from '@portico/shared';
import type { Delivery, DeliveryEvents } from '../delivery-events';
import { reportFailure } from '../failure/failures';
import { markNotificationRead } from '../lists/notification-lists';
import { bindPush, PushUnsupportedError } from './bind-push';
import { takeOpened } from './push-store';
import { unbindBrowser, unregisterPushToken } from './unbind-push';
import { readWorkerMessage } from './worker-message';

const hour = 60 * 60 * 1000;
/** Shortest time between a failure and the next attempt, in milliseconds. */
const retryPause = 60_000;

/** Delivers the pushes of a user, and renews the token while the page is open. */
export function openPush(email: string, { onMessage, onGap, onStatus, onUnsupported }: DeliveryEvents): Delivery {
  const recipient = computePushRecipient(email);
  const isWanted = () => store.get(isSignedInAtom) && store.get(sessionAtom).email === email;
  let token: string | undefined;
  let isLive = false;
  let attemptedAt = 0;
  let sessionBegan = 0;
  let isOver = false;

  const bind = async () => {
    attemptedAt = Date.now();
    try {
      token = await bindPush({ recipient: await recipient, notBefore: sessionBegan, isWanted });
      if (isOver) return;
      const wasLive = isLive;
      isLive = token !== undefined;
      onStatus(isLive ? 'live' : 'off');
      if (isLive && !wasLive) onGap();
    } catch (error) {
      isLive = false;
      if (isOver) return;
      if (error instanceof PushUnsupportedError) return onUnsupported();
      reportFailure('Erro ao iniciar Firebase', error);
      onStatus('off');
    }
  };

  let wasExpired = false;
  const followSession = () => {
    const { status } = store.get(sessionAtom);
    if (!isWanted()) return void unbindBrowser().catch(() => undefined);
    // The server binds a token to a session, and this is a new session.
    if (status === 'signed-in' && wasExpired) {
      sessionBegan = Date.now();
      void bind();
    }
    wasExpired = status === 'expired';
  };

  const undo = [
    listenToServiceWorker(recipient, onMessage),
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
      if (!isLive && Date.now() - attemptedAt > retryPause) void bind();
    },
    stop() {
      isOver = true;
      clearInterval(timer);
      for (const end of undo) end();
    },
  };
}

/** Handles pushes, and notifications that were opened outside of the portal. Returns a function that stops it. */
function listenToServiceWorker(recipient: Promise<string>, onMessage: DeliveryEvents['onMessage']): () => void {
  const onEvent = async ({ data, ports: [answer] }: MessageEvent) => {
    const message = readWorkerMessage(data);
    if (!message) return;
    if (message.type === 'OPENED') return void markOpened();
    if (message.type === 'WHERE') return answer?.postMessage(decodeUnreserved(location.href));
    if (message.message.recipient !== undefined && message.message.recipient !== (await recipient)) return;
    // After a late answer the worker shows it, too.
    const isHere = message.type === 'SHOW_PUSH' && Date.now() < message.until;
    if (isHere) answer?.postMessage('shown');
    onMessage(toMessage(message.message, !isHere));
  };
  navigator.serviceWorker.startMessages();
  navigator.serviceWorker.addEventListener('message', onEvent);
  return () => navigator.serviceWorker.removeEventListener('message', onEvent);
}

/** Marks the notifications as read that the user opened outside of the portal. */
async function markOpened(): Promise<void> {
  for (const id of await takeOpened()) await markNotificationRead(id);
}

/** A push carries no time: it was sent a moment ago. */
function toMessage({ recipient: _, ...message }: PushData, silent: boolean): RealtimeMessage {
  return { ...message, read: false, createdAt: new Date().toISOString(), silent };
}
