import { createHash } from 'node:crypto';
import { arrangeVersions, computeVersion } from './arrange-versions';
import { chooseVersion } from './choose-version';
import type { FetchedBuild } from './fetch-build';
import type { PublishedPlan } from './plan-landscape';

const build = (names: string[], fields: Partial<FetchedBuild> = {}): FetchedBuild => ({
  entry: 'js/app.js',
  files: new Map([['js/app.js', Buffer.from(`// ${names}`)]]),
  form: 'es-module',
  exports: new Set(['mount', 'unmount']),
  hasLifecycles: true,
  registersApplications: false,
  names: new Set(names),
  remarks: [],
  ...fields,
});
const plan = (
  name: string,
  use: 'module' | 'package',
  names: string[],
  fields?: Partial<FetchedBuild>,
): PublishedPlan => ({
  name,
  use,
  why: '',
  published: use === 'module' ? (name.split('/')[1] ?? '') : name.startsWith('@') ? name : `@npm/${name}`,
  build: build(names, fields),
});
const arrange = (...plans: PublishedPlan[]) => arrangeVersions(plans, [], new Set(['@acme/live']));

test('each version comes after those that it imports', () => {
  const arranged = arrange(
    plan('@acme/planets', 'module', ['react', '@acme/people', '@acme/api', '@acme/live']),
    plan('@acme/people', 'module', ['@acme/api', 'rxjs']),
    plan('@acme/api', 'package', ['rxjs']),
    plan('rxjs', 'package', []),
  );
  expect(arranged.map(({ name, published, shared }) => [name, published, Object.keys(shared).join(' ')])).toEqual([
    ['rxjs', '@npm/rxjs', ''],
    ['@acme/api', '@acme/api', 'rxjs'],
    ['@module/people', 'people', '@acme/api rxjs'],
    ['@acme/people', '@acme/people', '@module/people'],
    ['@module/planets', 'planets', '@acme/people @acme/api @acme/live'],
  ]);
  const alias = arranged.find(({ name }) => name === '@acme/people');
  expect(alias?.files.get('portico-entry.js')?.toString()).toBe('export * from "@module/people";\n');
});

test('every module imports first what the root config does', () => {
  const style = plan('@acme/style', 'package', []);
  const system = plan('@acme/people', 'module', [], { form: 'system' });
  const [, people, planets] = arrangeVersions(
    [style, system, plan('@acme/planets', 'module', [])],
    ['@acme/style'],
    new Set(),
  );
  expect(people).toMatchObject({ entry: 'portico-entry.js', shared: { '@acme/style': '*' } });
  expect(people?.files.get('portico-entry.js')?.toString()).toContain('System.register(["@acme/style","./js/app.js"]');
  expect(planets?.files.get('portico-entry.js')?.toString()).toBe(
    'import "@acme/style";\nexport * from "./js/app.js";\n',
  );
});

test('a wrapped script imports first what the page does', () => {
  const script = plan('@acme/people', 'module', [], { form: 'script' });
  const zone = plan('zone.js', 'package', [], { form: 'script' });
  const [, people] = arrangeVersions([zone, script], ['zone.js'], new Set());
  expect(people?.shared).toEqual({ 'zone.js': '*' });
  expect(people?.files.get('portico-entry.js')?.toString()).toContain('System.register(["zone.js"]');
});

test('two packages may import each other, two modules may not', () => {
  const packages = arrange(plan('@acme/a', 'package', ['@acme/b']), plan('@acme/b', 'package', ['@acme/a']));
  expect(packages.map(({ shared }) => Object.keys(shared))).toEqual([[], ['@acme/b']]);
  expect(() => arrange(plan('@acme/a', 'module', ['@acme/b']), plan('@acme/b', 'module', ['@acme/a']))).toThrow(
    /import each other/,
  );
});

test('the same landscape has the same versions', () => {
  const [version] = arrange(plan('@acme/people', 'module', []));
  if (version === undefined) throw new Error('Nothing was arranged.');
  const live = { module: 'people', address: '/x.js', since: null, in_rollout: false, canary: null };
  const modules = [{ ...live, version: computeVersion(version) }];
  expect(chooseVersion(version, undefined, { modules, integrity: {} })).toMatchObject({ isLive: true });
  const changed = { ...version, fields: { routes: ['persons'] } };
  expect(chooseVersion(changed, undefined, { modules, integrity: {} })).toMatchObject({ isLive: false });
});

test('a package has the version in its address, the live one, or the next one', () => {
  const [version] = arrange(plan('@acme/api', 'package', []));
  if (version === undefined) throw new Error('Nothing was arranged.');
  const choose = (address: string | undefined, live?: string, integrity = {}) => {
    const status = { module: '@acme/api', version: live ?? null, address: '/modules/@acme~api/x/js/app.js' };
    const modules = live ? [{ ...status, since: null, in_rollout: false, canary: null }] : [];
    return chooseVersion(version, address, { modules, integrity }).version;
  };
  expect(choose('https://cdn.test/api/1.4.0/api.js')).toBe('1.4.0');
  expect(choose('https://cdn.test/npm/rxjs@7.8.1/rxjs.min.js')).toBe('7.8.1');
  expect(choose('https://cdn.test/api/3fa92b1/api.js')).toBe('1.0.0');
  expect(choose('https://cdn.test/api/3fa92b1/api.js', '1.0.9')).toBe('1.0.10');
  const other = 'sha384-' + 'x';
  expect(choose(undefined, '1.0.9', { '/modules/@acme~api/x/js/app.js': other })).toBe('1.0.10');
});

test('a package with other styles has another version, although its scripts are the same', () => {
  const [arranged] = arrange(plan('@acme/styleguide', 'package', []));
  if (arranged === undefined) throw new Error('Nothing was arranged.');
  const version = { ...arranged, files: new Map(arranged.files).set('app.css', Buffer.from('h1{}')) };
  const folder = `/modules/@acme~styleguide/1.0.0/`;
  const status = { module: '@acme/styleguide', version: '1.0.0', address: `${folder}${version.entry}` };
  const modules = [{ ...status, since: null, in_rollout: false, canary: null }];
  const hash = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;
  const integrity = Object.fromEntries(
    [...version.files].map(([name, content]) => [`${folder}${name}`, hash(content)]),
  );
  expect(chooseVersion(version, undefined, { modules, integrity })).toMatchObject({ version: '1.0.0', isLive: true });
  const changed = { ...version, files: new Map(version.files).set('app.css', Buffer.from('h2{}')) };
  expect(chooseVersion(changed, undefined, { modules, integrity })).toMatchObject({ version: '1.0.1', isLive: false });
});
