import { existsSync } from 'node:fs';
import { moduleFileMaxBytes, moduleVersionMaxBytes } from '@portico/contract/publishing';
import { startLocalServer } from '../observation/local-server';
import { testFolder } from '../testing/test-folder';
import { fetchIntoFolder } from './mirror';

const folder = testFolder({});

test('the files of a host are fetched until a version of that size would be refused', async () => {
  const content = Buffer.alloc(moduleFileMaxBytes);
  const host = await startLocalServer(async (_request, response) => void response.end(content));
  const mirror = { address: `${host.origin}/`, integrity: {} };
  const allowed = Math.floor(moduleVersionMaxBytes / moduleFileMaxBytes);
  const names = Array.from({ length: allowed + 1 }, (_, index) => `${index}.js`);
  for (const name of names) await fetchIntoFolder(name, folder.at(), mirror);
  await host.close();
  expect(names.filter((name) => existsSync(folder.at(name)))).toEqual(names.slice(0, allowed));
});
