import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { accessTokenResponseSchema, getNotificationTopic, realtimeCredentialsSchema } from '@portico/contract';
import { createdServiceKeySchema } from '@portico/contract/administration';
import mqtt from 'mqtt';
import * as v from 'valibot';
import { callDuring } from '../testing/call-during';
import { findFreePort } from '../testing/free-port';
import { shellImports } from '../testing/shell-imports';
import { killProcesses, operatorKey, sharedVariables, startServerProcess } from '../testing/start-process';
import { createPostgresDatabase, type PostgresDatabase } from '../testing/test-database';
import { waitFor } from '../testing/wait-for';

const deploy = path.resolve(import.meta.dirname, '../../../../../tooling/release/deploy');
const password = 'password-of-the-broker';
const eva = { email: 'eva@acme.test', name: 'Eva', password: 'a-good-password' };
const host = 'acme.localhost';

const { TEST_CADDY, TEST_DATABASE_URL, TEST_MOSQUITTO, TEST_MOSQUITTO_PLUGIN } = process.env;
const hasPrograms = TEST_CADDY && TEST_DATABASE_URL && TEST_MOSQUITTO && TEST_MOSQUITTO_PLUGIN;

let folder: string;
let database: PostgresDatabase;
let servers: Awaited<ReturnType<typeof startServerProcess>>[] = [];
let mqttPort: number;
let proxyPort: number;
let agent: Agent;
const children: ChildProcess[] = [];

function start(port = '0') {
  return startServerProcess({
    ...sharedVariables(database.url, folder),
    PORT: port,
    MQTT_URL: `mqtt://portico:${password}@127.0.0.1:${mqttPort}`,
    PORTICO_CONFIG: path.join(deploy, 'portico.json'),
    PORTICO_IMPORT_MAP: path.join(folder, 'import-map.json'),
    PORTICO_DRAIN_SECONDS: '6',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
  });
}

function run(program: string, parameters: readonly string[], variables: Record<string, string> = {}): void {
  const env = { PATH: process.env.PATH, ...variables };
  children.push(spawn(program, parameters, { env, stdio: 'ignore' }));
}

/** Starts Mosquitto with the account and the configuration of the folder, except for its places and ports. */
async function startBroker(program: string, plugin: string): Promise<number> {
  const browserPort = await findFreePort();
  const security = path.join(folder, 'dynamic-security.json');
  const env = { MQTT_PASSWORD: password };
  execFileSync(process.execPath, [path.join(deploy, 'mosquitto-account.mjs'), security], { env });
  const configuration = (await readFile(path.join(deploy, 'mosquitto.conf'), 'utf8'))
    .replace('/usr/lib/mosquitto_dynamic_security.so', plugin)
    .replace('/mosquitto/data/dynamic-security.json', security)
    .replace('listener 1883', `listener ${mqttPort} 127.0.0.1`)
    .replace('listener 9001', `listener ${browserPort} 127.0.0.1`);
  const file = path.join(folder, 'mosquitto.conf');
  // As root, Debian's Mosquitto would change to an account that may not read these files.
  await writeFile(file, process.getuid?.() === 0 ? `user root\n${configuration}` : configuration);
  run(program, ['-c', file]);
  return browserPort;
}

/** Starts Caddy with the configuration of the folder; it makes a certificate by an authority of its own. */
async function startProxy(program: string, broker: number): Promise<void> {
  const quiet = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, quiet + (await readFile(path.join(deploy, 'Caddyfile'), 'utf8')));
  run(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    PORTICO_HOSTS: `https://${host}:${proxyPort}`,
    PORTICO_SERVERS: servers.map(({ url }) => new URL(url).host).join(' '),
    PORTICO_BROKER: `127.0.0.1:${broker}`,
  });
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  const ca = await waitFor(() => readFile(root, 'utf8').catch(() => undefined));
  agent = new Agent({ keepAlive: true, ca, servername: host });
}

/** A call through the proxy. */
function call(method: string, address: string, { token, body }: { token?: string; body?: object } = {}) {
  const headers = {
    host: `${host}:${proxyPort}`,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; content: string }>(
    (resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port: proxyPort, path: address, method, headers, agent });
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        const { headers: answered, statusCode: status = 0 } = response;
        text(response).then((content) => resolve({ status, headers: answered, content }), reject);
      });
      outgoing.end(body && JSON.stringify(body));
    },
  );
}

const operate = (method: string, address: string, body: object) =>
  call(method, `/api/operator/${address}`, { token: operatorKey, body });

(hasPrograms ? describe : describe.skip)('the proxy and the broker of tooling/release/deploy', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
    await writeFile(path.join(folder, 'import-map.json'), JSON.stringify({ imports: shellImports }));
    database = await createPostgresDatabase();
    mqttPort = await findFreePort();
    proxyPort = await findFreePort();
    const broker = await startBroker(TEST_MOSQUITTO ?? '', TEST_MOSQUITTO_PLUGIN ?? '');
    servers = await Promise.all([start(), start()]);
    await startProxy(TEST_CADDY ?? '', broker);
    await waitFor(async () => {
      const ready = await call('GET', '/health/ready').catch(() => undefined);
      return ready?.status === 200 || undefined;
    });
    await operate('POST', 'tenants', { key: 'acme', name: 'Acme' });
    await operate('POST', 'users', eva);
    await operate('PUT', 'tenants/acme/apps/stock/users/eva@acme.test', { name: 'Stock', new: true });
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    killProcesses();
    await Promise.all(servers.map(({ exit }) => exit));
    agent?.destroy();
    await database?.drop();
  });

  async function signIn(): Promise<string> {
    const { content } = await call('POST', '/api/auth', { body: eva });
    return v.parse(v.pipe(v.string(), v.parseJson(), accessTokenResponseSchema), content).access_token;
  }

  test('forward TLS and the host, and browsers receive notifications', async () => {
    const token = await signIn();
    const { headers } = await call('GET', '/import-map.json');
    expect(headers['strict-transport-security']).toMatch(/^max-age=/);
    const issued = await call('POST', '/api/realtime/credentials', { token });
    const account = v.parse(v.pipe(v.string(), v.parseJson(), realtimeCredentialsSchema), issued.content);
    const client = await mqtt.connectAsync(`wss://127.0.0.1:${proxyPort}/mqtt`, {
      ...account,
      protocolVersion: 4,
      wsOptions: { agent, headers: { host: `${host}:${proxyPort}` } },
    });
    try {
      const heard: string[] = [];
      client.on('message', (_topic, message) => heard.push(message.toString()));
      await client.subscribeAsync(getNotificationTopic(eva.email));
      const created = await operate('POST', 'service-keys', { module: 'stock', name: 'Test', new: true });
      const { key } = v.parse(v.pipe(v.string(), v.parseJson(), createdServiceKeySchema), created.content);
      const body = { emails: [eva.email], title: 'Order 7', body: 'It has arrived' };
      expect((await call('POST', '/api/notifications', { token: key, body })).status).toBe(201);
      await waitFor(async () => heard.some((message) => message.includes('Order 7')) || undefined);
    } finally {
      await client.endAsync(true);
    }
  });

  test('lose no call during a restart of both processes', async () => {
    const token = await signIn();
    const send = async (...parameters: Parameters<typeof call>) => {
      const { status, content } = await call(...parameters);
      // Says whether the proxy or a server refused.
      return status === 200 ? status : `${status} ${content}`;
    };
    const restartAll = async () => {
      for (const [index, server] of servers.entries()) {
        server.kill('SIGTERM');
        expect(await server.exit).toBe(0);
        const next = await start(new URL(server.url).port);
        servers[index] = next;
        // The proxy sends calls to it again.
        await waitFor(async () => next.output().includes('/import-map.json') || undefined);
      }
    };
    const counts = await callDuring(restartAll, 3_000, [
      () => send('GET', '/api/users/me', { token }),
      () => send('PATCH', '/api/users/me', { token, body: { name: 'Eva Souza' } }),
      () => send('GET', '/import-map.json'),
    ]);
    console.log(`Calls through Caddy during a restart of both processes, by status: ${JSON.stringify(counts)}`);
    expect(Object.keys(counts)).toEqual(['200']);
  });
});
