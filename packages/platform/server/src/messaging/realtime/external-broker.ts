import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { BrokerClients } from './broker-clients';
import { createSessionCheck, type Realtime } from './realtime';

const reconnectPeriod = 1_000;
const connectTimeout = 10_000;

/** Publishes by a broker of the operator; `brokerClients` if the portal administers it. */
export function createExternalBroker(
  link: MqttClient,
  brokerClients: BrokerClients | undefined,
  log: FastifyBaseLogger,
): Realtime {
  const dropping = createSessionCheck(async () => brokerClients?.removeEnded(), log);
  return {
    publish: (topic, payload) => {
      // Ignores errors: `logState` logs a lost connection, and the notification is in the list.
      link.publish(topic, payload, { qos: 0 }, () => {});
    },
    disconnectEndedSessions: dropping.run,
    isReady: async () => true,
    isConnected: () => link.connected,
    close: async () => {
      await dropping.close();
      // Forces the end only without a connection: forcing loses the last message, and waiting would delay the end.
      await link.endAsync(!link.connected);
    },
  };
}

/** Connects to a broker. It reconnects forever, and drops messages meanwhile: they would arrive too late. */
export function openBrokerLink(address: string, log: FastifyBaseLogger): MqttClient {
  const client = mqtt.connect({
    ...parseAddress(new URL(address)),
    protocolVersion: 4,
    clientId: `portico-${randomUUID()}`,
    clean: true,
    reconnectPeriod,
    connectTimeout,
    queueQoSZero: false,
    reconnectOnConnackError: true,
  });
  logState(client, log);
  return client;
}

/** Parses the address, because the library uses `url.parse`, and newer versions of Node warn about that. */
function parseAddress({ hostname, password, pathname, port, protocol, search, username }: URL): IClientOptions {
  return {
    protocol: protocol.slice(0, -1) as NonNullable<IClientOptions['protocol']>,
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    path: pathname + search,
    ...(username !== '' && { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
  };
}

/** Logs once that the connection is lost, and once that it is back. */
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
