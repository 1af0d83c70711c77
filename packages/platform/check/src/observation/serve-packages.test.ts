import { testFolder } from '../testing/test-folder';
import { serveFolder, startLocalServer } from './local-server';
import { servePackages } from './serve-packages';

const folder = testFolder({
  'given/index.js': 'given',
  'host/index.js': 'host index.js',
  'host/late.js': 'host late.js',
});

const read = async (address: string) => {
  const response = await fetch(address);
  return response.ok ? response.text() : response.status;
};

test('packages are served from folders of their names, with what their hosts have', async () => {
  const host = await startLocalServer(serveFolder(folder.at('host')));
  const mirror = { address: `${host.origin}/`, integrity: { [`${host.origin}/late.js`]: 'sha384-other' } };
  const served = await servePackages({
    '@acme/styleguide': {
      folder: folder.at('given'),
      entry: 'index.js',
      details: { form: 'es-module', styles: ['css/a.css'] },
      policy: {},
    },
    '@module/orders': {
      folder: folder.at('mirrored'),
      entry: 'index.js',
      mirror,
      details: {},
      policy: { wasm: true },
    },
  });
  try {
    const { '@acme/styleguide': given = '', '@module/orders': mirrored = '' } = served.imports;
    const styles = [new URL('css/a.css', given).href];
    expect(served.entries).toEqual({ [given]: { form: 'es-module', styles }, [mirrored]: {} });
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
