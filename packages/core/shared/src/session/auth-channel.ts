import * as v from 'valibot';

const messageSchema = v.variant('type', [
  v.object({
    type: v.literal('TOKEN_REFRESHED'),
    access_token: v.pipe(v.string(), v.nonEmpty()),
    // With the token, because storage may reach the other tab later than the message.
    stamp: v.optional(v.string()),
  }),
  v.object({ type: v.literal('SIGNED_IN') }),
  v.object({ type: v.literal('SIGNED_OUT') }),
]);

/** What the tabs of one browser tell each other about their session. */
export type AuthMessage = v.InferOutput<typeof messageSchema>;

let channel: BroadcastChannel | undefined;

/** Opens the channel `auth_channel`. Messages of another shape are ignored. */
export function listenToOtherTabs(onMessage: (message: AuthMessage) => void): void {
  channel ??= new BroadcastChannel('auth_channel');
  channel.onmessage = ({ data }) => {
    const message = v.safeParse(messageSchema, data);
    if (message.success) onMessage(message.output);
  };
}

export function tellOtherTabs(message: AuthMessage): void {
  channel?.postMessage(message);
}
