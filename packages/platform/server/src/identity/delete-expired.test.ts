// Runs on PGlite and on PostgreSQL.

import { createOutbox } from '../testing/outbox';
import { testServer } from '../testing/start-test-server';
import { waitFor } from '../testing/wait-for';
import { recoveryCodes, refreshTokens, sessions, throttles } from './identity-tables';

const server = testServer();

/** All rows that can expire. */
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
])('expired rows are deleted when a user %s', async (_what, work) => {
  const body = { email: 'ana@portico.test' };
  await server.refresh(await server.signIn(body.email));
  await createOutbox(server).nextMailTo(body.email, 'code', () => server.call('POST', '/api/auth/recover', { body }));
  await server.call('POST', '/api/auth', { body: { ...body, password: 'wrong' } });
  const former = await stored();
  // A session with two tokens, a code, and two tries each of an address and an account.
  expect(former.length).toBeGreaterThanOrEqual(8);

  server.passSeconds(31 * 24 * 60 * 60);
  await work();
  await waitFor(async () => ((await stored()).some((row) => former.includes(row)) ? undefined : true));
});
