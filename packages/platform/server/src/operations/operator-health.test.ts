// Runs on PGlite and on PostgreSQL.
import { healthSchema } from '@portico/contract';
import * as v from 'valibot';
import { invitations } from '../identity/account-tables';
import { testServer } from '../testing/start-test-server';
import { waitFor } from '../testing/wait-for';

const server = testServer({}, { configuration: { hosts: { localhost: 'smsa' } } });

async function readHealth() {
  const response = await server.operate('GET', 'health');
  expect(response.status).toBe(200);
  return v.parse(healthSchema, await response.json());
}

test('health names versions, the database, the broker, the disk and what is not configured', async () => {
  const health = await readHealth();
  expect(health).toMatchObject({
    server: { state: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/), schema: expect.stringMatching(/^\d{4}-/) },
    database: { state: 'ok' },
    mail: { state: 'off', waiting: 0, failed: 0, outbox: 0 },
    notifications: { state: 'ok', waiting: 0 },
    push: { state: 'off', waiting: 0 },
    broker: { state: 'ok', connections: 0 },
  });
  expect(health.disk.total_bytes).toBeGreaterThan(health.disk.free_bytes);
});

test('a backup is known until it is a week old', async () => {
  expect((await readHealth()).backup).toEqual({ state: 'attention', last_at: null });
  const backup = await server.operate('GET', 'backup');
  await backup.arrayBuffer();
  const { backup: known } = await readHealth();
  expect(known).toEqual({ state: 'ok', last_at: expect.any(String) });
  server.passSeconds(8 * 24 * 3600);
  expect((await readHealth()).backup).toEqual({ ...known, state: 'attention' });
});

test('mails in the outbox, and invitations whose mails failed, are counted', async () => {
  const text = 'new@acme.test';
  const { digest } = await (await server.operate('POST', 'tenants/smsa/invitations/plan', { text })).json();
  expect((await server.operate('POST', 'tenants/smsa/invitations', { text, digest, locale: 'en' })).status).toBe(201);
  await waitFor(async () => ((await readHealth()).mail.outbox === 1 ? true : undefined));
  await server.database.update(invitations).set({ sentAt: null, nextTryAt: null });
  expect((await readHealth()).mail).toEqual({ state: 'off', waiting: 0, failed: 1, outbox: 1 });
  await server.database.update(invitations).set({ nextTryAt: server.now() });
  expect((await readHealth()).mail).toMatchObject({ waiting: 1, failed: 0 });
});
