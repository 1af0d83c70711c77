import { randomUUID } from 'node:crypto';
import { getNotificationTopic, importMapTopic, type RealtimeMessage, realtimeMessageSchema } from '@portico/contract';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import * as v from 'valibot';
import type { TestServer } from './start-test-server';
import { waitFor } from './wait-for';

/** @param broker its address, or a server with the embedded one */
export function createRealtimeClients(broker: string | Pick<TestServer, 'url'>) {
  const clients: MqttClient[] = [];

  /**
   * @returns a connection and the notifications that it received
   * @throws the broker's refusal
   */
  async function connect(options: IClientOptions) {
    const url = typeof broker === 'string' ? broker : `${broker.url.replace('http', 'ws')}/realtime`;
    const client = mqtt.connect(url, {
      protocolVersion: 4,
      clientId: randomUUID(),
      reconnectPeriod: 0,
      forceNativeWebSocket: false,
      ...options,
    });
    clients.push(client);
    const messages: RealtimeMessage[] = [];
    client.on('message', (topic, payload) => {
      // Servers of other suites announce theirs at a shared broker.
      if (topic !== importMapTopic) messages.push(v.parse(realtimeMessageSchema, JSON.parse(payload.toString())));
    });
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('error', reject);
      client.once('close', () => reject(new Error('closed')));
    });
    client.on('error', () => {});
    return {
      client,
      messages,
      /** The granted QoS, or 128 for a refusal, also by closing the connection. */
      subscribe: (topic: string) => subscribe(client, topic),
      /** The first message with this title. */
      message: (title: string) => waitFor(async () => messages.find((message) => message.title === title)),
      /** Waits until the connection is closed. */
      closed: () => waitFor(async () => (client.connected ? undefined : true)),
    };
  }

  return {
    connect,
    /** Connects and subscribes to the user's own topic. */
    listen: async (email: string, password: string, options: IClientOptions = {}) => {
      const connected = await connect({ username: email, password, ...options });
      const granted = await connected.subscribe(getNotificationTopic(email));
      if (granted !== 0) throw new Error(`The broker granted ${granted}.`);
      return connected;
    },
    closeAll: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
  };
}

function subscribe(client: MqttClient, topic: string): Promise<number> {
  return new Promise((resolve) => {
    client.subscribe(topic, { qos: 0 }, (error, [granted] = []) => resolve(error ? 128 : (granted?.qos ?? 128)));
  });
}
