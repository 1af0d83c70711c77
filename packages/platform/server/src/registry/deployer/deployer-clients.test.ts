import { createHash } from 'node:crypto';
import { type ImportMap, importMapSchema } from '@portico/contract';
import * as v from 'valibot';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { startTestServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { publishingCalls } from '../../testing/test-publishing';

// Clients of import-map-deployer rely on these; the differences are in docs/publishing.md.

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() => startTestServer({}, { configuration: { moduleOrigins: [host.origin] } }));
const calls = publishingCalls(server);
let team: string;
beforeAll(async () => {
  ({ token: team } = await calls.createToken('smsa'));
});

const deploy = (method: string, path: string, body?: object) => calls.deploy(team, method, path, body);

async function readMap(response: Response): Promise<ImportMap> {
  expect(response.status).toBe(200);
  return v.parse(importMapSchema, await response.json());
}

/** Hosts a script and returns its new address. */
function hostScript(content: string): string {
  const name = `/${createHash('sha256').update(content).digest('hex').slice(0, 8)}.js`;
  host.files.set(name, { content });
  return host.origin + name;
}

const toIntegrity = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
const service = (url: string, more: object = {}) => ({ service: '@module/smsa', url, ...more });

test('every answered map has scopes, empty, and the integrity of its own addresses alone', async () => {
  const [one, two] = [hostScript('one'), hostScript('two')];
  const map = await readMap(await deploy('PATCH', 'services', service(one, { integrity: toIntegrity('one') })));
  expect(map).toMatchObject({ scopes: {}, integrity: { [one]: toIntegrity('one') } });
  const imports = { '@module/smsa': two };
  const changed = await readMap(await deploy('PATCH', 'import-map.json', { ...map, imports }));
  expect(changed).toMatchObject({ scopes: {}, integrity: { [two]: toIntegrity('two') } });
  expect(changed.integrity).not.toHaveProperty([one]);
  // Pages fall back to the version before, and need its integrity.
  expect((await calls.readMap()).integrity).toHaveProperty([one]);
  const removed = await readMap(await deploy('DELETE', 'services/@module%2Fsmsa'));
  expect([removed.scopes, removed.integrity[two]]).toEqual([{}, undefined]);
  expect(await readMap(await deploy('GET', 'import-map.json'))).toEqual(removed);
});

test('the folder of a module is refused alone: its other names are published', async () => {
  const url = hostScript('folder');
  const folder = { '@module/smsa/': `${host.origin}/` };
  const response = await deploy('PATCH', 'import-map.json', { imports: { '@module/smsa': url, ...folder } });
  expect(response.headers.get('x-portico-warning')).toMatch(/^@module\/smsa\/ is refused: .* no folders/);
  const { imports } = await readMap(response);
  expect([imports['@module/smsa'], imports['@module/smsa/']]).toEqual([url, undefined]);

  const refused = async (...call: Parameters<typeof deploy>) => {
    const response = await deploy(...call);
    expect(response.status).toBe(400);
    return v.parse(
      v.looseObject({ code: v.literal('folder-unsupported'), message: v.string() }),
      await response.json(),
    );
  };
  const name = '@module/smsa/';
  for (const { message } of [
    await refused('PATCH', 'import-map.json', { imports: folder }),
    await refused('PATCH', 'services', { service: name, url }),
    await refused('DELETE', `services/${encodeURIComponent(name)}`),
  ]) {
    expect(message).toContain(`${name} is refused`);
  }
  const foreign = { imports: { '@module/smsa': url, '@module/welcome/': `${host.origin}/` } };
  expect(await readError(await deploy('PATCH', 'import-map.json', foreign))).toBe('403 module-foreign');
  for (const level of ['1', '2', 'x']) {
    const { message } = await refused('PATCH', `services?packageDirLevel=${level}`, service(url));
    expect(message).toContain(`packageDirLevel=${level} is refused`);
  }
  expect((await deploy('PATCH', 'services?packageDirLevel=', service(url))).status).toBe(200);
});
