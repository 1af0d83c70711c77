import { mkdtempSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { insertTenant, listTenants } from '../identity/accounts/tenant-repository';
import { copyEmptyDatabase } from '../testing/embedded-template';
import { openEmbeddedDatabase } from './open-database';
import { getOrCreateSecret } from './secret-repository';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
// Its creation by `openEmbeddedDatabase` takes seconds.
beforeAll(() => copyEmptyDatabase(folder));

test('a migrated folder keeps its data, is refused while it is in use, and opens again after a crash', async () => {
  const first = await openEmbeddedDatabase(folder);
  await insertTenant(first.executor, { key: 'smsa', name: 'SMSA' });
  const secret = await getOrCreateSecret(first.executor, 'one', () => 'first');
  await expect(openEmbeddedDatabase(folder)).rejects.toThrow(
    /is in use by another process; stop that one or set PORTICO_DATA/,
  );
  await first.close();

  // The state after a crash.
  await mkdir(path.join(folder, 'server.lock'));
  const second = await openEmbeddedDatabase(folder);
  expect(await listTenants(second.executor)).toEqual([{ key: 'smsa', name: 'SMSA' }]);
  expect(await getOrCreateSecret(second.executor, 'one', () => 'second')).toBe(secret);
  expect(await getOrCreateSecret(second.executor, 'another', () => 'second')).toBe('second');
  await second.close();
  expect(await readdir(folder)).toEqual(['database']);
});

test('other calls run before each query', async () => {
  const { executor, close } = await openEmbeddedDatabase(folder);
  let turns = 0;
  let turn = setImmediate(function take() {
    turns++;
    turn = setImmediate(take);
  });
  const select = () => executor.execute(sql`select 1`);
  await Promise.all(Array.from({ length: 20 }, select));
  expect(turns).toBeGreaterThanOrEqual(20);
  turns = 0;
  await executor.transaction(async (tx) => {
    for (let count = 0; count < 10; count++) await tx.execute(sql`select 1`);
  });
  expect(turns).toBeGreaterThanOrEqual(10);
  clearImmediate(turn);
  await close();
});
