import * as v from 'valibot';
import { sessionAtom } from '../session/session-atoms';
import { store } from '../store';

const messageSchema = v.object({
  type: v.picklist(['USER_CHANGED', 'PHOTO_CHANGED', 'NOTIFICATIONS_CHANGED']),
  email: v.pipe(v.string(), v.nonEmpty()),
});

/** What was changed about the user in another tab. */
export type AccountChange = v.InferOutput<typeof messageSchema>['type'];

let channel: BroadcastChannel | undefined;

/** Hears of changes that other tabs made to the account that is signed in here; whatever else is said is ignored. */
export function listenToAccountChanges(onChange: (change: AccountChange) => void): void {
  channel ??= new BroadcastChannel('portico:account');
  channel.onmessage = ({ data }) => {
    const message = v.safeParse(messageSchema, data);
    if (message.success && message.output.email === store.get(sessionAtom).email) onChange(message.output.type);
  };
}

export function tellAccountChange(type: AccountChange): void {
  channel?.postMessage({ type, email: store.get(sessionAtom).email });
}
