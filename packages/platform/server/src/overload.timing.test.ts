import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from './testing/start-test-server';

jest.setTimeout(startTimeoutMilliseconds);

const attacker = 'bruno@portico.test';

let server: TestServer;
beforeAll(async () => {
  // Hashing has the costs of production.
  server = await startTestServer({}, { hasShell: true, hashingCost: {} });
});
afterAll(() => server.stop());

/** The 95th percentile of calls one after the other, in milliseconds. */
async function measure(address: string, isOver: (calls: number) => boolean): Promise<number> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const start = performance.now();
    const response = await fetch(server.url + address);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    times.push(performance.now() - start);
  }
  const sorted = times.sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

const inAll = (count: number) => (calls: number) => calls >= count;

/** Fifty connections of one user that send pings and subscriptions as fast as they can, and come back when they are closed. */
const flood = `
  const { WebSocket } = require('ws');
  const { generate } = require('mqtt-packet');
  const [url, username, password] = process.argv.slice(1);
  const connect = generate({
    cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: '', keepalive: 60, username, password,
  });
  const topics = Array.from({ length: 200 }, (_, index) => ({ topic: 'topic-' + index, qos: 0 }));
  const subscribe = generate({ cmd: 'subscribe', messageId: 1, subscriptions: topics });
  const pings = Buffer.concat(Array(500).fill(generate({ cmd: 'pingreq' })));
  function open() {
    const socket = new WebSocket(url, 'mqtt');
    let timer;
    socket.on('open', () => {
      socket.send(connect);
      timer = setInterval(() => {
        socket.send(pings);
        socket.send(subscribe);
      }, 5);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      setTimeout(open, 100);
    });
  }
  for (let count = 0; count < 50; count++) open();
  console.log('open');
`;

async function startFlood(): Promise<ChildProcess> {
  const { token } = await server.signIn(attacker);
  const url = `${server.url.replace('http', 'ws')}/realtime`;
  const child = spawn(process.execPath, ['-e', flood, url, attacker, token], {
    cwd: path.join(import.meta.dirname, '../../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

/** The flood itself takes a core of this machine; in milliseconds. */
const sharedCore = 25;

test('while one user floods the broker, the calls of others go on', async () => {
  const alone = await measure('/health', inAll(300));
  const child = await startFlood();
  try {
    const flooded = await measure('/health', inAll(600));
    console.log(`/health, p95: ${alone.toFixed(1)} ms alone, ${flooded.toFixed(1)} ms under the flood`);
    // Without limits it was seconds.
    expect(flooded).toBeLessThanOrEqual(2 * alone + sharedCore);
  } finally {
    child.kill();
  }
});

test('while two hundred sign in at once, pages go on', async () => {
  await measure('/signin', inAll(100));
  const alone = await measure('/signin', inAll(300));
  const body = { email: 'ana@portico.test', password: 'portico-demo' };
  let waiting = 200;
  const signIns = Array.from({ length: waiting }, async () => {
    const { status } = await server.call('POST', '/api/auth', { body });
    waiting -= 1;
    return status;
  });
  const meanwhile = await measure('/signin', () => waiting === 0);
  console.log(`/signin, p95: ${alone.toFixed(1)} ms alone, ${meanwhile.toFixed(1)} ms while 200 sign in`);
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([200]));
  // Without a queue it was three hundred times as long.
  expect(meanwhile).toBeLessThanOrEqual(10 * alone);
});
