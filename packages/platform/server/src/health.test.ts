import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { baseImports, testServer } from './testing/start-test-server';

const server = testServer();

test('a server whose import map cannot be read is not ready, and ready again when it can', async () => {
  const file = path.join(server.dataFolder, 'import-map.json');
  const probe = async () => (await server.call('GET', '/health/ready')).status;
  expect(await probe()).toBe(200);
  await writeFile(file, '{"imports": ');
  expect(await probe()).toBe(503);
  expect((await server.call('GET', '/health/live')).status).toBe(200);
  // As an editor on Windows writes it.
  await writeFile(file, `\uFEFF${JSON.stringify({ imports: baseImports })}`);
  expect(await probe()).toBe(200);
});
