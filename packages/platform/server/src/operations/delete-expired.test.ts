// Runs on PGlite and on PostgreSQL.

import { throttles } from '../identity/limit-tables';
import { mailedCodes } from '../identity/proof-tables';
import { refreshTokens, sessions } from '../identity/session-tables';
import { readEnvironment } from '../process/environment';
import { createOutbox } from '../testing/outbox';
import { testServer } from '../testing/start-test-server';
import { deleteTooOld } from './retention';

const server = testServer();

/** All rows that can expire. */
async function stored(): Promise<string[]> {
  const rows: unknown[] = [];
  for (const table of [sessions, refreshTokens, mailedCodes, throttles]) {
    rows.push(...(await server.database.select().from(table)));
  }
  return rows.map((row) => JSON.stringify(row));
}

test('expired sessions, tokens, codes and tries are deleted, and no others', async () => {
  const body = { email: 'ana@portico.test' };
  await server.refresh(await server.signIn(body.email));
  await createOutbox(server).nextMailTo(body.email, 'code', () => server.call('POST', '/api/auth/recover', { body }));
  await server.call('POST', '/api/auth', { body: { ...body, password: 'wrong' } });
  const expired = await stored();
  // A session with two tokens, a code, and two tries each of an address and an account.
  expect(expired.length).toBeGreaterThanOrEqual(8);

  server.passSeconds(31 * 24 * 60 * 60);
  await server.signIn('bruno@portico.test');
  const current = [
    ...(await server.database.select().from(sessions)),
    ...(await server.database.select().from(refreshTokens)),
  ]
    .map((row) => JSON.stringify(row))
    .filter((row) => !expired.includes(row));
  expect(current).toHaveLength(2);
  const { database, dataFolder, now } = server;
  const environment = readEnvironment({});
  await deleteTooOld({ database, now, environment }, dataFolder);
  expect((await stored()).sort()).toEqual(current.sort());
});
