import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../../database/database';
import { TooManyTriesError } from '../../http/api-error';
import { openTestDatabase } from '../../testing/test-database';
import { defaultLimits } from './limits';
import { createThrottle, type Try } from './throttle';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(mkdtempSync(path.join(tmpdir(), 'portico-test-')));
});
afterAll(() => database.close());

test('a try that one limit refuses does not count for other limits, so strangers cannot use up those of an address', async () => {
  const now = new Date('2026-01-01');
  const throttle = createThrottle(defaultLimits, () => now, database.executor);
  const ofAddress: Try = ['signInFromAddress', '10.0.0.1'];
  const ofAccount: Try = ['signInOfAccount', 'ana@portico.test'];
  const count = (...tries: Try[]) => throttle.count(database.executor, tries);
  for (let time = 0; time < 10; time++) await count(ofAccount);
  for (let time = 0; time < 30; time++) await expect(count(ofAddress, ofAccount)).rejects.toThrow(TooManyTriesError);
  for (let time = 0; time < 30; time++) await count(ofAddress);
  await expect(count(ofAddress)).rejects.toThrow(TooManyTriesError);
});
