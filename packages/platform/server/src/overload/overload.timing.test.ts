// Runs on PGlite and on PostgreSQL.
import { Client } from 'pg';
import { openPostgres } from '../database/open-database';
import { startTestServer, type TestServer, testServer } from '../testing/start-test-server';
import { readCookie, readError } from '../testing/test-client';
import { createPostgresDatabase } from '../testing/test-database';
import { notificationCalls } from '../testing/test-notifications';
import { waitFor } from '../testing/wait-for';
import { startFlood } from './testing/flood';
import { addFigure, during, inAll, measure, printFigures, time } from './testing/measure';
import { mountSmallDisk } from './testing/small-disk';
import { createStoppableBroker } from './testing/start-mosquitto';

const owner = 'ana@portico.test';
const attacker = 'bruno@portico.test';
const password = 'portico-demo';
const isPostgres = process.env.TEST_ENGINE === 'postgres';
/** Measures once what both engines share. */
const isMeasuredHere = isPostgres || process.env.TEST_DATABASE_URL === undefined;

afterAll(() => printFigures(isPostgres ? 'PostgreSQL' : 'the embedded database'));

const get = (server: TestServer, address: string) => async () => {
  const response = await server.call('GET', address);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
};

describe('a portal', () => {
  // Hashing has the costs of production.
  const server = testServer({ TRUST_PROXY: 'loopback' }, { hasShell: true, hashingCost: {} });

  const signIn = (address: string, secret: string, cookie = '') =>
    server.call('POST', '/api/auth', {
      body: { email: owner, password: secret },
      headers: { 'x-forwarded-for': address, ...(cookie !== '' && { cookie }) },
    });

  /** In milliseconds. The flood itself uses a core of this machine. */
  const sharedCore = 25;

  /** The first connections are held for ten seconds and then reconnect. */
  const floodTime = 12_000;

  (isMeasuredHere ? test : test.skip)('goes on while one user floods the broker', async () => {
    const call = get(server, '/health');
    const alone = await measure(call, inAll(300));
    const { token } = await server.signIn(attacker);
    const child = await startFlood(server.url, attacker, token);
    try {
      const flooded = await measure(call, during(floodTime));
      addFigure('50 connections of one user flood the broker', '`/health`, p95', alone, flooded);
      // Without limits it was seconds.
      expect(flooded).toBeLessThanOrEqual(2 * alone + 5);
    } finally {
      child.kill();
    }
  });

  test('shows pages during two hundred concurrent sign-ins', async () => {
    const page = get(server, '/signin');
    await measure(page, inAll(100));
    const alone = await measure(page, inAll(300));
    let waiting = 200;
    const signIns = Array.from({ length: waiting }, async (_, index) => {
      const { status } = await signIn(`10.2.0.${index}`, password);
      waiting -= 1;
      return status;
    });
    let meanwhile = 0;
    const all = await time(async () => {
      meanwhile = await measure(page, () => waiting === 0);
    });
    expect(new Set(await Promise.all(signIns))).toEqual(new Set([200]));
    addFigure('200 users sign in at once', 'the sign-in page, p95', alone, meanwhile);
    addFigure('', 'until all 200 are signed in', '', all);
    // Without a queue it was three hundred times as long.
    expect(meanwhile).toBeLessThanOrEqual(20 * alone + sharedCore);
  });

  test('lets the owner in while strangers guess', async () => {
    const known = readCookie(await signIn('10.3.0.1', password), '__Host-portico-known') ?? '';
    const cookie = `__Host-portico-known=${known}`;
    const enter = async () => expect((await signIn('10.3.0.1', password, cookie)).status).toBe(200);
    const alone = await measure(enter, inAll(20));
    const guesses = 300;
    const statuses = await Promise.all(
      Array.from({ length: guesses }, async (_, index) => (await signIn(`10.4.${index}.1`, 'a-wrong-guess')).status),
    );
    const compared = statuses.filter((status) => status === 401).length;
    expect(statuses.filter((status) => status === 429)).toHaveLength(guesses - compared);
    addFigure(`${guesses} guesses from as many addresses`, 'guesses that were compared', '', String(compared));
    expect(compared).toBeLessThanOrEqual(12);
    const locked = await measure(enter, inAll(20));
    addFigure('', 'sign-in of the owner in a known browser, p95', alone, locked);
    expect(locked).toBeLessThanOrEqual(3 * alone + sharedCore);
  });
});

(isMeasuredHere ? test : test.skip)('an outage of the broker delays no call', async () => {
  const broker = await createStoppableBroker();
  if (broker === undefined) return addFigure('the broker is away', 'not measured: no Mosquitto', '', '');
  await broker.start();
  const server = await startTestServer({ MQTT_URL: broker.url });
  try {
    const calls = notificationCalls(server);
    const { key } = await calls.createKey('smsa');
    const { token } = await server.signIn(owner);
    const notify = async () => expect(await calls.notify(key, [owner], 'Overload')).toBe(1);
    const alone = await measure(notify, inAll(50));
    await broker.stop();
    const away = await measure(notify, inAll(50));
    addFigure('the broker is away', 'sending a notification, p95', alone, away);
    expect(away).toBeLessThanOrEqual(5 * alone + 50);
    expect((await server.call('GET', '/health/ready')).status).toBe(200);
    expect((await calls.list(token)).total).toBe(100);
  } finally {
    await server.stop();
    await broker.stop();
  }
});

(isPostgres ? test : test.skip)('an outage of PostgreSQL ends calls, and pages go on', async () => {
  const database = await createPostgresDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const admin = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  const server = await startTestServer({}, { hasShell: true, openDatabase: () => openPostgres(database.url) });
  try {
    const { token } = await server.signIn(owner);
    const page = get(server, '/signin');
    await measure(page, inAll(100));
    const alone = await measure(page, inAll(300));
    const call = () => server.call('GET', '/api/users/me', { token });
    const answered = await measure(async () => expect((await call()).status).toBe(200), inAll(50));
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    const refuse = async () => expect(await readError(await call())).toBe('503 unavailable');
    const refused = await measure(refuse, inAll(50));
    const away = await measure(page, inAll(300));
    addFigure('PostgreSQL is away', 'a call, p95: its answer, then 503', answered, refused);
    addFigure('', 'the sign-in page, p95', alone, away);
    expect(refused).toBeLessThanOrEqual(6_000);
    expect(away).toBeLessThanOrEqual(20 * alone + 50);
    await admin.query(`alter database ${name} allow_connections true`);
    const back = await time(() => waitFor(async () => (await call()).ok || undefined));
    addFigure('', 'until calls work again', '', back);
    expect(back).toBeLessThanOrEqual(10_000);
  } finally {
    await server.stop();
    await admin.end();
    await database.drop();
  }
});

test('a full disk stops writes, loses nothing and ends by itself', async () => {
  const disk = mountSmallDisk(256);
  if (disk === undefined) return addFigure('the disk is full', 'not measured: needs the right to mount', '', '');
  const server = await startTestServer({}, { hasShell: true, temporaryFolder: disk.folder });
  try {
    const calls = notificationCalls(server);
    const { key } = await calls.createKey('smsa');
    const { token } = await server.signIn(owner);
    const notification = { emails: [owner], title: 'Overload', body: 'x'.repeat(1_000) };
    const send = async () => (await calls.send(key, notification)).status;
    const ready = async () => (await server.call('GET', '/health/ready')).status;
    const page = get(server, '/signin');
    expect([await send(), await ready()]).toEqual([201, 200]);
    await measure(page, inAll(100));
    const alone = await measure(page, inAll(300));
    await disk.fill();
    expect(await ready()).toBe(503);
    const full = await measure(page, inAll(300));
    addFigure('the disk of PORTICO_DATA is full', 'the sign-in page, p95', alone, full);
    expect(full).toBeLessThanOrEqual(20 * alone + 50);
    const statuses: number[] = [];
    for (let count = 0; count < 200; count++) statuses.push(await send());
    const stored = 1 + statuses.filter((status) => status === 201).length;
    addFigure('', 'of 200 notifications: stored, refused', '', `${stored - 1}, ${200 - (stored - 1)}`);
    await disk.free();
    expect(await ready()).toBe(200);
    const back = await time(() => waitFor(async () => (await send()) === 201 || undefined));
    addFigure('', 'until writes work again', '', back);
    expect((await calls.list(token)).total).toBe(stored + 1);
  } finally {
    await server.stop();
    disk.unmount();
  }
});
