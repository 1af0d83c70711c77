import type { PushData } from '@portico/contract';
import { accountPart, type RealtimeMessage } from '@portico/shared';
import { listen } from '../listen';
import { takeOpened } from './push-store';
import { readWorkerMessage } from './worker-message';

/**
 * Hears the service worker out: what arrived, and what was opened outside of the portal.
 * @returns ends it
 */
export function hearWorker(recipient: string, onMessage: (message: RealtimeMessage) => void): () => void {
  const hear = (event: Event) => {
    if (!(event instanceof MessageEvent)) return;
    const heard = readWorkerMessage(event.data);
    if (!heard) return;
    const [answer] = event.ports;
    if (heard.type === 'OPENED') return void markOpened();
    if (heard.type === 'WHERE') return answer?.postMessage(location.href);
    if (heard.message.recipient !== undefined && heard.message.recipient !== recipient) return;
    // Too late an answer would show it twice.
    const isHere = heard.type === 'SHOW_PUSH' && Date.now() < heard.until;
    if (isHere) answer?.postMessage('shown');
    onMessage(toMessage(heard.message, !isHere));
  };
  navigator.serviceWorker.startMessages();
  return listen(navigator.serviceWorker, ['message'], hear);
}

/** Marks read what the user opened outside of the portal. */
export async function markOpened(): Promise<void> {
  for (const id of await takeOpened()) await accountPart.get().markNotificationRead(id);
}

/** A push has no time and no state: it was sent a moment ago. */
function toMessage({ recipient: _, ...message }: PushData, silent: boolean): RealtimeMessage {
  return { ...message, read: false, createdAt: new Date().toISOString(), silent };
}
