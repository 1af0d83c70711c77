import { addEntries, findEntry } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { resolveEntry } from './resolve-entry';

const folder = 'http://localhost:9200';
const manifest = {
  metaData: { globalName: 'smsa_local', remoteEntry: { name: 'remoteEntry.js', path: 'static' } },
  exposes: [{ path: './App' }],
};

const files = new Map<string, string>();
testPortal();
beforeAll(() => {
  addEntries({});
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const text = files.get(String(address).replace(/\?.*/, ''));
    return text === undefined ? new Response('', { status: 404 }) : new Response(text);
  });
});
beforeEach(() => files.clear());
afterAll(() => jest.restoreAllMocks());

test.each([
  ['a global container', 'var smsa_local;', undefined],
  ['an ES module', 'export const init = 1, get = 2;', 'es-module'],
])('the manifest of %s leads to it and to the exposed module', async (_what, source, form) => {
  files.set(`${folder}/mf-manifest.json`, JSON.stringify(manifest)).set(`${folder}/static/remoteEntry.js`, source);
  const address = `${folder}/mf-manifest.json?changes&retry=1`;
  const found = await resolveEntry(address);
  if (!Array.isArray(found)) throw new Error('It is not followed.');
  const container = `${folder}/static/remoteEntry.js?retry=1`;
  expect(found[0]).toEqual([container]);
  const add = jest.fn();
  for (const set of found[1](add).setters) set({ get: 1 });
  expect(add).toHaveBeenCalledWith({ get: 1 });
  expect(findEntry(address)).toEqual({ ...(form && { form }), expose: './App', global: 'smsa_local' });
  expect(findEntry(container).form).toBe(form);
});

test('an invalid manifest is an error with the reason; the loader reports a missing one', async () => {
  const address = `${folder}/mf-manifest.json`;
  expect(await resolveEntry(address)).toBeUndefined();
  files.set(address, JSON.stringify({ ...manifest, exposes: [] }));
  await expect(resolveEntry(address)).rejects.toThrow(
    `${address} is not the manifest of a module: It exposes nothing, not "./app".`,
  );
});

test('the form of any other override is found by its source', async () => {
  files.set(`${folder}/a.js`, 'export const mount = 1;').set(`${folder}/b.js`, 'System.register([], () => ({}));');
  expect(await resolveEntry(`${folder}/a.js`)).toBe('es-module');
  expect(await resolveEntry(`${folder}/b.js`)).toBeUndefined();
});
