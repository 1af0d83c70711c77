import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveFolder, startLocalServer } from '../serving/start-local-server';
import { servePackages } from './serve-packages';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-packages-'));
  for (const name of ['given', 'mirrored', 'host']) await mkdir(path.join(folder, name));
});

const read = async (address: string) => {
  const response = await fetch(address);
  return response.ok ? response.text() : response.status;
};

test('packages are served from folders of their names, with what their hosts have', async () => {
  await writeFile(path.join(folder, 'given/index.js'), 'given');
  for (const name of ['index.js', 'late.js']) await writeFile(path.join(folder, 'host', name), `host ${name}`);
  const host = await startLocalServer(serveFolder(path.join(folder, 'host')));
  const mirror = { address: `${host.origin}/`, integrity: { [`${host.origin}/late.js`]: 'sha384-other' } };
  const served = await servePackages({
    '@acme/styleguide': { folder: path.join(folder, 'given'), entry: 'index.js', details: { form: 'es-module' } },
    '@module/orders': {
      folder: path.join(folder, 'mirrored'),
      entry: 'index.js',
      mirror,
      details: {},
      policy: { wasm: true },
    },
  });
  try {
    const { '@acme/styleguide': given = '', '@module/orders': mirrored = '' } = served.addresses;
    expect(served.entries).toEqual({ [given]: { form: 'es-module' }, [mirrored]: {} });
    expect(served.policies).toMatchObject({ '@module/orders': { wasm: true } });
    expect(await read(given)).toBe('given');
    expect(await read(mirrored)).toBe('host index.js');
    // Other content than the map pins.
    expect(await read(mirrored.replace('index', 'late'))).toBe(404);
    expect(await read(new URL('/other/index.js', given).href)).toBe(404);
  } finally {
    await Promise.all([served.close(), host.close()]);
  }
});
