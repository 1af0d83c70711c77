import * as v from 'valibot';

/** A path of the page's own host, or a websocket elsewhere, which the content policy then lists. */
const brokerAddressSchema = v.pipe(
  v.string(),
  v.check(
    (address) => /^\/(?!\/)[^\\\s]*$/.test(address) || isWebSocketAddress(address),
    'The address of the broker is a path such as /realtime, or starts with wss:// or ws://',
  ),
);

function isWebSocketAddress(address: string): boolean {
  return URL.canParse(address) && /^wss?:$/.test(new URL(address).protocol);
}

const url = v.optional(brokerAddressSchema, '/realtime');
const credential = v.pipe(v.string(), v.nonEmpty());

/**
 * How a browser reaches the broker of its notifications, in the page's configuration. Always MQTT 3.1.1
 * (`protocolVersion: 4`) over a websocket with the subprotocol `mqtt`, a clean session, no will, and nothing published:
 * all there is to do is to subscribe, QoS 0, to `notificationTopicOf(email)` and to `importMapTopic`. The client id is a random one
 * (the portal's own broker ignores it; at others whoever knows it could take the connection over), keepalive is 1 to
 * 600 s. `credentials` says how to sign in:
 *
 * - `session`: user name is the e-mail, password the access token (the portal's own, not an exchanged one). A token that
 *   expires cuts nothing; the next connection needs a good one. Refused tokens get CONNACK 4 or 5: refresh, then retry.
 * - `dynamic`: both come from `POST /realtime/credentials` (bearer; `realtimeCredentialsSchema`), good until the session
 *   ends; ask again when they are refused.
 * - `account`: `username` and `password` stand here, the same for everybody.
 *
 * The portal's own broker ends a connection when its session ends. Messages are at most once: the list is what counts,
 * so reload it after each connect.
 */
export const realtimeSchema = v.variant('credentials', [
  v.object({ credentials: v.optional(v.literal('session'), 'session'), url }),
  v.object({ credentials: v.literal('dynamic'), url }),
  v.object({ credentials: v.literal('account'), url, username: credential, password: credential }),
]);
export type RealtimeConfiguration = v.InferOutput<typeof realtimeSchema>;

/** `POST /realtime/credentials`, where the configuration says `dynamic`: what this session signs in to the broker with. */
export const realtimeCredentialsSchema = v.object({ username: credential, password: credential });
export type RealtimeCredentials = v.InferOutput<typeof realtimeCredentialsSchema>;

/** Where every signed-in browser hears that the live import map has changed. The message holds nothing that counts. */
export const importMapTopic = 'portico-import-map';
