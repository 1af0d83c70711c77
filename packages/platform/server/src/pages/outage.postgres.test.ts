import { Client } from 'pg';
import { openPostgres } from '../database/open-database';
import { startTestServer, type TestServer } from '../testing/start-test-server';
import { readError, readSession } from '../testing/test-client';
import { createPostgresDatabase, type PostgresDatabase } from '../testing/test-database';

let database: PostgresDatabase;
let server: TestServer;
/** A connection to another database of the same server. */
let admin: Client;
let name: string;

beforeAll(async () => {
  database = await createPostgresDatabase();
  name = new URL(database.url).pathname.slice(1);
  admin = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  const openDatabase = () => openPostgres(database.url, { connect: 2_000, statement: 500 });
  server = await startTestServer({}, { hasShell: true, openDatabase });
});
afterEach(() => setAway(false));
afterAll(async () => {
  await server.stop();
  await admin.end();
  await database.drop();
});

/** Ends all connections to the database and refuses new ones, as a server that restarts does; or takes them again. */
async function setAway(isAway: boolean): Promise<void> {
  await admin.query(`alter database ${name} allow_connections ${!isAway}`);
  if (isAway) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { 'sec-fetch-dest': 'document', accept: 'text/html', ...headers } });

test('while the database is unavailable, the sign-in page and the import map are the last known', async () => {
  const before = [await (await open('/signin')).text(), await (await fetch(`${server.url}/import-map.json`)).text()];
  await setAway(true);
  const [page, map] = [await open('/signin'), await fetch(`${server.url}/import-map.json`)];
  expect([page.status, map.status]).toEqual([200, 200]);
  expect([await page.text(), await map.text()]).toEqual(before);
});

test('a signed-in user gets a page that retries, and an API call gets an error', async () => {
  const signedIn = await server.call('POST', '/api/auth', {
    body: { email: 'ana@portico.test', password: 'portico-demo' },
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  const { token } = await readSession(signedIn);
  expect((await open('/', { cookie })).status).toBe(200);
  await setAway(true);
  const page = await open('/', { cookie });
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('5');
  expect(page.headers.get('content-type')).toContain('text/html');
  const text = await page.text();
  expect(text).toContain('O portal está fora do ar');
  expect(text).toContain('data-health="/health/ready"');
  expect(await readError(await server.call('GET', '/api/users/me', { token }))).toBe('503 unavailable');
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(503);

  await setAway(false);
  expect((await open('/', { cookie })).status).toBe(200);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
});

test('a form sent without scripts gets the page that retries', async () => {
  await setAway(true);
  const answer = await fetch(`${server.url}/signin`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      'accept-language': 'en',
      cookie: '__Host-portico-probe=1',
      origin: server.url,
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams({ email: 'ana@portico.test', password: 'portico-demo' }),
  });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('data-health="/health/ready"');
});

test('a call ends at the time limit when the database hangs', async () => {
  const { token } = await server.signIn('ana@portico.test');
  const other = new Client({ connectionString: database.url });
  await other.connect();
  try {
    await other.query('begin; lock table users');
    expect(await readError(await server.call('GET', '/api/users/me', { token }))).toBe('503 unavailable');
  } finally {
    await other.end();
  }
  expect((await server.call('GET', '/api/users/me', { token })).status).toBe(200);
});
