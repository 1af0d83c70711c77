import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { testPortico } from '../../testing/test-portico';
import { builtModule, computeDigest, publishingCalls } from '../../testing/test-publishing';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-import-test-'));
const host = startBeforeTests(startModuleHost);
const server = testServer();
const calls = publishingCalls(server);
const commands = testPortico(folder);

const esModule = (imports: string, exports: string) => `${imports} export const ${exports} = async () => {};`;
const application = (imports: string) =>
  esModule(imports, 'bootstrap = async () => {}, mount = async () => {}, unmount');

/** A landscape: a library, a styleguide, a client of an API, two applications, and a bar at every address. */
const scripts: Readonly<Record<string, string>> = {
  'rxjs/7.8.1/rxjs.js': 'export const of = 1;',
  'root/root.js': 'import { registerApplication } from "single-spa"; registerApplication({}); import("@acme/style");',
  'style/1f/style.js': 'System.register([], function (e) { return { execute: function () { e("Button", 1); } }; });',
  'api/1f/api.js': 'System.register(["rxjs"], function (e) { return { execute: function () { e("get", 1); } }; });',
  'people/1f/people.js':
    'System.register(["react", "@acme/api"], function (e) { return { execute: function () { e({ mount: 1, unmount: 2 }); System.import("./films.js"); } }; });',
  'people/1f/films.js': 'System.register(["rxjs"], function () { return {}; });',
  'planets/1f/planets.js':
    'System.register(["@acme/people"], function (e) { return { execute: function () { e({ mount: 1, unmount: 2 }); } }; });',
  'bar/1f/bar.js': application('import "react";'),
};

const layout = `<template><single-spa-router><application name="@acme/bar"></application>
  <route path="people"><application name="@acme/people"></application></route>
  <route path="planets"><application name="@acme/planets"></application></route>
  <route path="worlds"><application name="@acme/planets"></application></route></single-spa-router></template>`;

const entries = {
  react: 'react.js',
  rxjs: 'rxjs/7.8.1/rxjs.js',
  '@acme/root-config': 'root/root.js',
  '@acme/style': 'style/1f/style.js',
  '@acme/api': 'api/1f/api.js',
  '@acme/people': 'people/1f/people.js',
  '@acme/planets': 'planets/1f/planets.js',
  '@acme/bar': 'bar/1f/bar.js',
};

/** Writes the import map of the landscape as a file, with a byte order mark and a comment. */
async function writeMap(imports: Readonly<Record<string, string>> = {}, rest: object = {}): Promise<string> {
  const addresses = Object.entries({ ...entries, ...imports }).map(([name, file]) => [name, `./${file}`]);
  const file = path.join(folder, 'importmap.json');
  const text = JSON.stringify({ imports: Object.fromEntries(addresses), ...rest }).replace('{', '{ // the landscape\n');
  await writeFile(file, `\uFEFF${text}`);
  return file;
}

beforeEach(async () => {
  for (const [name, content] of Object.entries(scripts)) host.files.set(`/${name}`, { content });
  await writeFile(path.join(folder, 'layout.html'), layout);
});

async function portico(parameters: readonly string[], credential: Record<string, string> = {}) {
  const variables = { PORTICO_URL: server.url, PORTICO_OPERATOR_KEY: server.operatorKey, ...credential };
  const { code, output, errors } = await commands.run(parameters, variables);
  return { code, output: output.trim(), errors: errors.trim() };
}

const run = async (map: string, ...options: string[]) =>
  portico(['import', map, '--layout', 'layout.html', '--base', `${host.origin}/`, ...options]);

const names = async () => Object.keys((await calls.readMap()).imports).sort();

test('a landscape is shown, then imported as a whole, and the second time nothing changes', async () => {
  const before = await names();
  const map = await writeMap();
  const shown = await run(map);
  const rows = shown.output.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3));
  expect(rows).toEqual(
    expect.arrayContaining([
      ['react', 'portal', expect.any(String)],
      ['rxjs', 'package', '@npm/rxjs'],
      ['@acme/root-config', 'portal', expect.any(String)],
      ['@acme/api', 'package', '@acme/api'],
      ['@acme/people', 'module', '/people'],
      ['@acme/planets', 'module', '/planets /worlds'],
      ['@acme/bar', 'refused', expect.stringContaining('the portal has the top bar')],
    ]),
  );
  expect(shown).toMatchObject({ code: 1, errors: expect.stringContaining('--without @acme/bar') });
  const dry = await run(map, '--without', '@acme/bar');
  expect(dry).toMatchObject({ code: 0, errors: '' });
  expect(dry.output).toContain(
    'portico token create @npm/rxjs,@acme/style,@acme/api,people,@acme/people,planets --publish',
  );
  expect(await names()).toEqual(before);

  const applied = await run(map, '--without', '@acme/bar', '--apply');
  expect(applied).toMatchObject({ code: 0, errors: '' });
  expect(applied.output).toContain('Every module imports @acme/style first, as the root config or its page does.');
  const live = await calls.readMap();
  expect(Object.keys(live.imports)).toEqual(
    expect.arrayContaining(['rxjs', '@acme/style', '@acme/api', '@module/people', '@acme/people', '@module/planets']),
  );
  const { '@module/people': people = '', '@module/planets': planets = '' } = live.imports;
  expect(live.entries[planets]?.declarations).toEqual({ routes: ['worlds'] });
  // The bytes of the landscape, below an entry that imports the styleguide first.
  const content = async (address: string) => (await server.call('GET', address)).text();
  expect(await content(people)).toContain('System.register(["@acme/style","./people.js"]');
  expect(await content(people.replace('portico-entry.js', 'films.js'))).toBe(scripts['people/1f/films.js']);
  expect(await content(live.imports['@acme/people'] ?? '')).toContain('System.register(["@module/people"]');

  const history = await calls.history(server.operatorKey);
  const again = await run(map, '--without', '@acme/bar', '--apply');
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Nothing changed: all of it is live already\.$/),
  });
  expect(await calls.history(server.operatorKey)).toEqual(history);
});

test('another version of one name changes that name alone', async () => {
  const map = await writeMap({ '@acme/api': 'api/2f/api.js' });
  host.files.set('/api/2f/api.js', { content: `${scripts['api/1f/api.js']}// 2` });
  const { length } = await calls.history(server.operatorKey);
  expect(await run(map, '--without', '@acme/bar', '--apply')).toMatchObject({ code: 0 });
  const changes = await calls.history(server.operatorKey);
  expect(changes.slice(0, changes.length - length)).toEqual([
    expect.objectContaining({ module: '@acme/api', from: '1.0.0', to: '1.0.1', reason: 'portico import' }),
  ]);
});

test.each([
  [
    'a file that cannot be reached',
    { '@acme/api': 'nowhere/api.js' },
    {},
    '/nowhere/api.js could not be fetched: it answers 404.',
  ],
  [
    'another integrity',
    {},
    { integrity: { './people/1f/films.js': `sha384-${createHash('sha384').update('x').digest('base64')}` } },
    '/people/1f/films.js has not the integrity that the map declares.',
  ],
  [
    'a name of the portal as a module',
    { '@acme/api': 'bar/1f/bar.js', '@other/api': 'bar/1f/bar.js' },
    {},
    '"api" is an address of the portal itself.',
  ],
])('%s is named, and nothing is imported', async (_what, imports, rest, sentence) => {
  const before = await calls.readMap();
  const { code, errors, output } = await run(await writeMap(imports, rest), '--without', '@acme/bar', '--apply');
  expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
  expect(errors).toContain('Nothing was imported: leave out what is refused');
  expect(await calls.readMap()).toEqual(before);
});

test('a token that lacks one name imports none', async () => {
  const before = await calls.readMap();
  host.files.set('/planets/2f/planets.js', { content: `${scripts['planets/1f/planets.js']}// 2` });
  host.files.set('/people/2f/people.js', { content: `${scripts['people/1f/people.js']}// 2` });
  host.files.set('/people/2f/films.js', { content: scripts['people/1f/films.js'] ?? '' });
  const map = await writeMap({ '@acme/planets': 'planets/2f/planets.js', '@acme/people': 'people/2f/people.js' });
  const { token } = await calls.createToken('@npm/rxjs', '@acme/style', '@acme/api', 'people', '@acme/people');
  const options = [
    'import',
    map,
    '--layout',
    'layout.html',
    '--base',
    `${host.origin}/`,
    '--without',
    '@acme/bar',
    '--apply',
  ];
  const { code, errors } = await portico(options, { PORTICO_TOKEN: token });
  expect([code, errors]).toEqual([1, 'This token may not change the module planets.']);
  expect(await calls.readMap()).toEqual(before);
});

test('a map that is none, or has nothing to import, is an error', async () => {
  const file = path.join(folder, 'importmap.json');
  for (const [text, error] of [
    ['{ "imports": { "__proto__": "/x.js" } }', /is not an import map: imports: No name is __proto__/],
    ['{ "imports": [', /is not an import map: It is not valid JSON: line 1, column 15/],
    ['{ "imports": { "react": "https://cdn.test/react.js" } }', /The map has nothing to import\./],
  ] as const) {
    await writeFile(file, text);
    expect(await portico(['import', file])).toMatchObject({ code: 1, errors: expect.stringMatching(error) });
  }
  const unreachable = await portico(['import', 'http://127.0.0.1:1/importmap.json']);
  expect(unreachable).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/could not be read: bad port/),
  });
  const { errors } = await run(await writeMap(), '--without', '@acme/unknown');
  expect(errors).toBe('The map has no @acme/unknown.');
});

test('several versions are published in their order, all or none', async () => {
  const files = builtModule('together');
  const { token } = await calls.createToken('@acme/first', 'second');
  for (const content of Object.values(files)) await calls.upload(token, 'second', content);
  const named = Object.entries(files).map(([name, content]) => ({ name, digest: computeDigest(content) }));
  const publication = { entry: 'module.js', files: named };
  const first = { module: '@acme/first', publication: { ...publication, version: '1.0.0' } };
  const second = (shared: object) => ({ module: 'second', publication: { ...publication, version: '1', shared } });
  const publish = (...versions: object[]) =>
    server.call('POST', '/api/publishing/versions', { token, body: { versions } });

  expect(await readError(await publish(first, second({ '@acme/first': '^2' })))).toBe('409 package-missing');
  expect(await readError(await publish(first, { ...first, module: 'orders' }))).toBe('403 module-foreign');
  expect(await readError(await publish(second({ '@acme/first': '*' }), first))).toBe('409 package-missing');
  expect((await calls.readMap()).imports).not.toHaveProperty('@acme/first');
  expect((await publish(first, second({ '@acme/first': '^1' }))).status).toBe(200);
  expect((await calls.readMap()).imports).toMatchObject({ '@acme/first': '/modules/@acme~first/1.0.0/module.js' });
});

test('a team declares what a module needs, and a wrong field is an error', async () => {
  const map = await writeMap();
  const fields = path.join(folder, 'fields.json');
  const needs = { connections: ['https://api.acme.test'] };
  await writeFile(fields, JSON.stringify({ '@acme/people': { policy: needs } }));
  const options = ['--without', '@acme/bar', '--fields', 'fields.json', '--apply'];
  expect(await run(map, ...options)).toMatchObject({ code: 0 });
  expect(await calls.modules(server.operatorKey)).toContainEqual(
    expect.objectContaining({ module: 'people', policy: needs }),
  );
  await writeFile(fields, JSON.stringify({ '@acme/people': { policies: needs } }));
  expect((await run(map, ...options)).errors).toContain('"portico.policies" is not known');
});
