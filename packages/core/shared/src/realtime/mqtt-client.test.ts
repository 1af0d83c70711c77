/** @jest-environment node */
import { once } from 'node:events';
import { WebSocket as NodeWebSocket, WebSocketServer } from 'ws';
import { MqttClient, mqttProtocol } from './mqtt-client';

let server: WebSocketServer;
let client: MqttClient;
let told: string[];
/** What the server sends to each packet of the client. */
let answer: number[];

beforeEach(async () => {
  told = [];
  answer = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => mqttProtocol });
  server.on('connection', (socket) => socket.on('message', () => socket.send(Uint8Array.from(answer))));
  await once(server, 'listening');
  client = new MqttClient(
    () => {
      const place = server.address();
      if (place === null || typeof place === 'string') throw new Error('The server has no port.');
      // Node has one of its own from version 22 on.
      const socket: unknown = new NodeWebSocket(`ws://127.0.0.1:${place.port}`, mqttProtocol);
      return socket as WebSocket;
    },
    {
      onConnect: () => told.push('connect'),
      onMessage: (topic) => told.push(topic),
      onPacket: () => {},
      onError: (error) => told.push(String(error)),
      onClose: () => told.push('close'),
    },
  );
});
afterEach(async () => {
  client.close();
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

async function until(name: string): Promise<void> {
  while (!told.includes(name)) await new Promise((resolve) => setTimeout(resolve, 5));
}

const accept = [0x20, 2, 0, 0];

it('ends a connection in which nonsense comes, and connects again', async () => {
  answer = [0xff, 0];
  client.connect({ clientId: 'a', keepalive: 240 });
  await until('close');
  expect(told).toEqual(['Error: The broker sent what is no packet of MQTT 3.1.1.', 'close']);
  answer = accept;
  client.connect({ clientId: 'a', keepalive: 240 });
  await until('connect');
  expect(client.isConnected).toBe(true);
});

it('reads nothing after its end, not even what came in the same message', async () => {
  // A refusal, and a publication behind it.
  answer = [0x20, 2, 0, 2, 0x30, 3, 0, 1, 0x61];
  client.connect({ clientId: 'a', keepalive: 240 });
  await until('close');
  expect(told).toEqual(['Error: The broker refused the connection: code 2', 'close']);
});

it('tells who waits for an answer that the connection is lost', async () => {
  answer = accept;
  client.connect({ clientId: 'a', keepalive: 240 });
  await until('connect');
  answer = [];
  client.subscribe('topic', (error) => told.push(String(error)));
  for (const socket of server.clients) socket.terminate();
  await until('close');
  expect(told).toEqual(['connect', 'close', 'Error: Connection closed']);
});

it('gives up a broker that does not answer', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  client.connect({ clientId: 'a', keepalive: 240 });
  jest.advanceTimersByTime(10_000);
  jest.useRealTimers();
  expect(told).toEqual(['Error: connack timeout', 'close']);
});
