import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import mqtt, { type MqttClient } from 'mqtt';

const reconnectPeriod = 1_000;
const connectTimeout = 10_000;

/**
 * The portal's own connection to a broker, which reconnects for ever. What cannot be sent is not kept: it would arrive
 * as news when it is none any more.
 * @param address with user name and password, percent-encoded as addresses have them
 */
export function openBrokerLink(address: string, log: FastifyBaseLogger): MqttClient {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const client = mqtt.connect(url.href, {
    protocolVersion: 4,
    clientId: `portico-${randomUUID()}`,
    clean: true,
    reconnectPeriod,
    connectTimeout,
    queueQoSZero: false,
    reconnectOnConnackError: true,
    ...(username !== '' && { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
  });
  logState(client, log);
  return client;
}

/** Says once that the connection is lost, and once that it is back. */
function logState(client: MqttClient, log: FastifyBaseLogger): void {
  let isUp: boolean | undefined;
  let reason: Error | undefined;
  client.on('connect', () => {
    if (isUp === false) log.warn('The broker of MQTT_URL is back.');
    isUp = true;
  });
  client.on('error', (error) => {
    reason = error;
  });
  client.on('close', () => {
    if (isUp !== false && !client.disconnecting)
      log.error({ err: reason }, 'The broker of MQTT_URL cannot be reached.');
    isUp = false;
  });
}

export async function closeBrokerLink(client: MqttClient): Promise<void> {
  // Not forced, or a message just handed over would be cut off; but a broker that hangs may not hold the server up.
  const isForced = !client.connected;
  await client.endAsync(isForced);
}
