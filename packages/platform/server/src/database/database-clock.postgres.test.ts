import { sql } from 'drizzle-orm';
import { testServer } from '../testing/start-test-server';
import { testPostgres } from '../testing/test-database';
import { openPostgres } from './open-database';

const email = 'ana@portico.test';
const day = 24 * 60 * 60 * 1000;

const database = testPostgres();
const server = testServer({}, { openDatabase: () => openPostgres(database.url), usesDatabaseClock: true });
afterEach(() => jest.useRealTimers());

/** Changes the clock of this machine, but no timers. */
function moveClock(milliseconds: number): void {
  jest.useFakeTimers({
    now: Date.now() + milliseconds,
    doNotFake: [
      'clearImmediate',
      'clearInterval',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  });
}

const signIn = (password: string) => server.call('POST', '/api/auth', { body: { email, password } });

test('a server whose clock is a day ahead counts tries, sessions and tokens by the time of the database', async () => {
  moveClock(day);
  const session = await server.signIn(email);
  for (let time = 0; time < 10; time++) expect((await signIn('wrong')).status).toBe(401);
  const locked = await signIn('wrong');
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(90);
  const [row] = await server.database
    .select({ ahead: sql<boolean>`max(drained_at) > now() + interval '20 minutes'` })
    .from(sql`throttles`);
  expect(row?.ahead).toBe(false);

  jest.useRealTimers();
  expect((await server.call('GET', '/api/auth/validate', session)).status).toBe(204);
});

test('tabs that refresh concurrently on servers with different clocks keep the session', async () => {
  const session = await server.signIn('bruno@portico.test');
  await server.refresh(session);
  moveClock(60_000);
  const { token } = await server.refresh(session);
  expect((await server.call('GET', '/api/auth/validate', { token })).status).toBe(204);
});
