import { recoveryCodes, refreshTokens, sessions, throttles } from '../database/tables';
import { createOutbox } from '../testing/outbox';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../testing/start-test-server';
import { waitFor } from '../testing/wait-for';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, startTimeoutMilliseconds);
afterAll(() => server.stop());

/** Every row that can run out. */
async function stored(): Promise<string[]> {
  const rows: unknown[] = [];
  for (const table of [sessions, refreshTokens, recoveryCodes, throttles]) {
    rows.push(...(await server.database.select().from(table)));
  }
  return rows.map((row) => JSON.stringify(row));
}

test.each([
  ['signs in', () => server.signIn('bruno@portico.test')],
  ['asks for a code', () => server.call('POST', '/api/auth/recover', { body: { email: 'bruno@portico.test' } })],
])('what has run out is forgotten when somebody %s', async (_what, work) => {
  const body = { email: 'ana@portico.test' };
  await server.refresh(await server.signIn(body.email));
  await createOutbox(server.dataFolder).nextMailTo(body.email, 'code', () =>
    server.call('POST', '/api/auth/recover', { body }),
  );
  await server.call('POST', '/api/auth', { body: { ...body, password: 'wrong' } });
  const former = await stored();
  // A session with two tokens, a code, and tries of an address and an account, twice.
  expect(former.length).toBeGreaterThanOrEqual(8);

  server.passSeconds(31 * 24 * 60 * 60);
  await work();
  await waitFor(async () => ((await stored()).some((row) => former.includes(row)) ? undefined : true));
});
