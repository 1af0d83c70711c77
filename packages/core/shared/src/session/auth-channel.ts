import * as v from 'valibot';
import { holdStamp, readStamp } from './auth-stamp';

// Each message has the stamp, because storage may reach the other tab later, or be full.
const stamp = v.optional(v.string());
const messageSchema = v.variant('type', [
  v.object({ type: v.literal('TOKEN_REFRESHED'), access_token: v.pipe(v.string(), v.nonEmpty()), stamp }),
  v.object({ type: v.literal('SIGNED_IN'), stamp }),
  v.object({ type: v.literal('SIGNED_OUT'), stamp }),
]);

/** A message between the tabs of a browser about their session. */
export type AuthMessage = v.InferOutput<typeof messageSchema>;

let channel: BroadcastChannel | undefined;

/** Listens to the channel `auth_channel`. Ignores messages of another shape. */
export function listenToOtherTabs(onMessage: (message: AuthMessage) => void): void {
  channel ??= new BroadcastChannel('auth_channel');
  channel.onmessage = ({ data }) => {
    const message = v.safeParse(messageSchema, data);
    if (!message.success) return;
    if (message.output.stamp) holdStamp(message.output.stamp);
    onMessage(message.output);
  };
}

/** Sends a message with the current stamp to the other tabs. */
export function tellOtherTabs(message: AuthMessage): void {
  channel?.postMessage({ ...message, stamp: readStamp() });
}
