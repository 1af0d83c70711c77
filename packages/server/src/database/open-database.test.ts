import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { insertTenant, listTenants } from '../tenants/tenant-repository';
import { startTimeoutMilliseconds } from '../testing/start-test-server';
import { openEmbeddedDatabase } from './open-database';
import { startOfProcess } from './running-process';
import { secretOf } from './secret-repository';

jest.setTimeout(startTimeoutMilliseconds);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const lockFile = () => path.join(folder, 'lock');

test('what was stored is there when it is opened again, migrated once', async () => {
  const first = await openEmbeddedDatabase(folder);
  await insertTenant(first.executor, { key: 'smsa', name: 'SMSA' });
  const secret = await secretOf(first.executor, 'one', async () => 'first');
  await first.close();

  const second = await openEmbeddedDatabase(folder);
  expect(await listTenants(second.executor)).toEqual([{ key: 'smsa', name: 'SMSA' }]);
  expect(await secretOf(second.executor, 'one', async () => 'second')).toBe(secret);
  expect(await secretOf(second.executor, 'another', async () => 'second')).toBe('second');
  await second.close();
  expect(await readdir(folder)).toEqual(['database']);
});

test('a folder in use is refused, by this process or another', async () => {
  const database = await openEmbeddedDatabase(folder);
  await expect(openEmbeddedDatabase(folder)).rejects.toThrow(
    /is in use by process \d+; stop that one or set PORTICO_DATA/,
  );
  await database.close();

  await writeFile(lockFile(), `${process.ppid} ${await startOfProcess(process.ppid)}\n`);
  await expect(openEmbeddedDatabase(folder)).rejects.toThrow(`in use by process ${process.ppid}`);
  expect(await readFile(lockFile(), 'utf8')).toMatch(`${process.ppid} `);
});

test.each([
  ['a process that is gone', '4000000 1\n'],
  ['a process whose number another has now', `${process.ppid} 1\n`],
  ['a process that had the number of this one', `${process.pid} 1\n`],
  ['nobody, half written', ''],
])('the lock of %s is taken over', async (_owner, content) => {
  await writeFile(lockFile(), content);
  const database = await openEmbeddedDatabase(folder);
  expect(await listTenants(database.executor)).toHaveLength(1);
  await database.close();
});
