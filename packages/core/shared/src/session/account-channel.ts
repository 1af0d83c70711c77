import * as v from 'valibot';
import { store } from '../store';
import { sessionAtom } from './session-state';

const messageSchema = v.object({
  type: v.picklist(['USER_CHANGED', 'PHOTO_CHANGED', 'NOTIFICATIONS_CHANGED']),
  email: v.pipe(v.string(), v.nonEmpty()),
});

/** A change of the user's account. */
type AccountChange = v.InferOutput<typeof messageSchema>['type'];

let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('portico:account');
  return channel;
}

/** Calls `onChange` when another tab changed the account of this tab's user; returns a function that stops it. */
export function onAccountChange(change: AccountChange, onChange: () => void): () => void {
  const listener = ({ data }: MessageEvent) => {
    const message = v.safeParse(messageSchema, data);
    if (!message.success || message.output.type !== change) return;
    if (message.output.email === store.get(sessionAtom).email) onChange();
  };
  openChannel().addEventListener('message', listener);
  return () => openChannel().removeEventListener('message', listener);
}

/** Sends a change of the signed-in user's account to the other tabs. */
export function announceAccountChange(type: AccountChange): void {
  openChannel().postMessage({ type, email: store.get(sessionAtom).email });
}
