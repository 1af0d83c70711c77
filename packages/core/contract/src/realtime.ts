import * as v from 'valibot';
import { hasExactOrigin } from './exact-origin';

/** The broker: a path of the page's host, or the address of a websocket, which the content policy then allows. */
const brokerAddressSchema = v.pipe(
  v.string(),
  v.check(
    (address) => /^\/(?!\/)[^\\\s]*$/.test(address) || isWebSocketAddress(address),
    'The address of the broker is a path such as /realtime, or starts with wss:// or ws://',
  ),
);

function isWebSocketAddress(address: string): boolean {
  return /^wss?:/i.test(address) && hasExactOrigin(address);
}

const url = v.optional(brokerAddressSchema, '/realtime');
const credential = v.pipe(v.string(), v.nonEmpty());

/**
 * The connection of browsers to the broker, in the page's configuration. It is always MQTT 3.1.1 (`protocolVersion: 4`) over a websocket
 * with the subprotocol `mqtt`, a clean session and no will. A browser publishes nothing; it subscribes, QoS 0, to
 * `importMapTopic`, and with a session to `getNotificationTopic(email)`. The client id is random (the portal's own
 * broker ignores it; at another broker, anyone who knows it could take over the connection). The portal's own broker
 * treats a keepalive of 0, or above 600 s (without a session 300 s), as this maximum. `credentials` are:
 *
 * - `session`: user name is the e-mail, password the access token (the portal's own, not an exchanged one). A token
 *   that expires does not end the connection; the next connection needs a valid one. Refused tokens get CONNACK 4 or 5:
 *   refresh, then retry. Without a session there is neither user name nor password.
 * - `dynamic`: both come from `POST /realtime/credentials` (`realtimeCredentialsSchema`). With a bearer token they are
 *   valid until its session ends; without one they are the common ones of browsers without a session. Fetch them again
 *   when they are refused.
 * - `account`: `username` and `password` are in the configuration, the same for everybody.
 *
 * The portal's own broker ends a connection when its session ends. Messages are sent at most once: reload the list
 * after each connect.
 */
export const realtimeSchema = v.variant('credentials', [
  v.object({ credentials: v.optional(v.literal('session'), 'session'), url }),
  v.object({ credentials: v.literal('dynamic'), url }),
  v.object({ credentials: v.literal('account'), url, username: credential, password: credential }),
]);

/** The response of `POST /realtime/credentials`, for the configuration `dynamic`. */
export const realtimeCredentialsSchema = v.object({ username: credential, password: credential });

/** The user name and password of a browser at the broker. */
export type RealtimeCredentials = v.InferOutput<typeof realtimeCredentialsSchema>;

/**
 * The topic of messages for every browser, signed in or not. A payload that matches `channelMessage` names what has changed
 * by its channel; any other one says that the live import map has.
 */
export const importMapTopic = 'portico-import-map';

/**
 * A message with a channel: that of the announcements of a tenant (empty for those of all), or that of what the console
 * shows of a tenant. A browser ignores channels that it does not know. Earlier releases know only announcements, and
 * would fetch the import map after another word.
 */
export const channelMessage = /^announcements:([\w-]{0,64})$/;

/** Returns the payload of a message with a channel. */
export function formatChannelMessage(channel: string): string {
  return `announcements:${channel}`;
}
