import * as v from 'valibot';

/** What the leading tab knows about the connection. */
const stateSchema = v.object({
  type: v.literal('STATE'),
  /** The user whose credentials the connection has; empty without a session. */
  email: v.string(),
  status: v.picklist(['connected', 'reconnecting', 'off']),
  /** Whether the topic of that user is subscribed to. */
  isSubscribed: v.boolean(),
  /** Another one for each connection to the broker; empty before the first. */
  connection: v.string(),
});

const relayMessageSchema = v.variant('type', [
  /** To the leading tab: this tab wants the messages of a user, or, if empty, no messages. */
  v.object({ type: v.literal('WANTED'), tab: v.pipe(v.string(), v.nonEmpty()), email: v.string() }),
  /** To the leading tab: verify the connection, and send your state. */
  v.object({ type: v.literal('CHECK') }),
  /** From the leading tab: which messages do you want? */
  v.object({ type: v.literal('WHAT_IS_WANTED') }),
  stateSchema,
  /** From the leading tab: a message for a user, as the broker sent it. */
  v.object({ type: v.literal('MESSAGE'), email: v.string(), payload: v.string() }),
  /** From the leading tab: the live import map has changed. */
  v.object({ type: v.literal('IMPORT_MAP_CHANGED') }),
]);

export type RelayState = v.InferOutput<typeof stateSchema>;

export const noState: RelayState = {
  type: 'STATE',
  email: '',
  status: 'reconnecting',
  isSubscribed: false,
  connection: '',
};

/** What the tabs of a browser tell each other about the connection. */
export type RelayMessage = v.InferOutput<typeof relayMessageSchema>;

export type RelayChannel = ReturnType<typeof openRelayChannel>;

/** Opens the channel between the tabs of this origin; anything else that is posted there is ignored. */
export function openRelayChannel(onMessage: (message: RelayMessage) => void) {
  const channel = new BroadcastChannel('portico:realtime');
  channel.onmessage = ({ data }) => {
    const message = v.safeParse(relayMessageSchema, data);
    if (message.success) onMessage(message.output);
  };
  return { post: (message: RelayMessage) => channel.postMessage(message), close: () => channel.close() };
}
