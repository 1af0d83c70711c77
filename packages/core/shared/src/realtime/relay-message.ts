import { type RealtimeMessage, realtimeMessageSchema } from '@portico/contract';
import * as v from 'valibot';

/**
 * The status of the live connection. `live`: the user's messages arrive. `connected`: only the messages for every browser arrive.
 * `reconnecting`: the connection is lost; an attempt each second. `off`: the broker refused; the next attempt follows
 * after a minute or more.
 */
const connectionStatusSchema = v.picklist(['live', 'connected', 'reconnecting', 'off']);

export type ConnectionStatus = v.InferOutput<typeof connectionStatusSchema>;

/** The status for a tab that waits for the messages of its user. */
export type RealtimeStatus = Exclude<ConnectionStatus, 'connected'>;

/** Whether there is a connection to the broker. */
export function isConnected(status: ConnectionStatus): boolean {
  return status === 'live' || status === 'connected';
}

/** The state of the connection, from the leading tab. */
const stateSchema = v.object({
  type: v.literal('STATE'),
  /** The user whose credentials the connection has; empty without a session. */
  email: v.string(),
  status: connectionStatusSchema,
  /** Id of the latest connection to the broker; empty before the first. */
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
  /** From the leading tab: announcements have changed, those of a tenant or, if empty, of all. */
  v.object({ type: v.literal('ANNOUNCEMENTS_CHANGED'), channel: v.string() }),
]);

export type RelayState = v.InferOutput<typeof stateSchema>;

export const noState: RelayState = { type: 'STATE', email: '', status: 'reconnecting', connection: '' };

/** A message between the tabs of a browser about the connection. */
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

/** The limit of a payload in code units, more than the longest message of our server. */
const longestPayload = 65_536;

const payloadSchema = v.pipe(v.string(), v.parseJson({}, 'It is not JSON.'), realtimeMessageSchema);

/** Parses a payload of any sender, or throws a TypeError that says what is wrong. */
export function parsePayload(payload: string): RealtimeMessage {
  if (payload.length > longestPayload) throw new TypeError(`It has ${payload.length} characters.`);
  const parsed = v.safeParse(payloadSchema, payload);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map((issue) => [v.getDotPath(issue), issue.message].filter(Boolean).join(': '));
  throw new TypeError(issues.join('; '));
}

/** Creates a random id. `crypto.randomUUID` exists only in secure contexts. */
export function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');
}
