import type { FetchedBuild } from './fetch-build';
import { planLandscape } from './plan-landscape';

const build = (fields: Partial<FetchedBuild> = {}): FetchedBuild => ({
  entry: 'app.js',
  files: new Map([['app.js', Buffer.from('')]]),
  form: 'system',
  exports: new Set(),
  hasLifecycles: false,
  registersApplications: false,
  names: new Set(),
  remarks: [],
  ...fields,
});
const application = (...names: string[]) => build({ hasLifecycles: true, names: new Set(names) });

function plan(
  builds: Readonly<Record<string, FetchedBuild | string>>,
  {
    routes,
    scoped = [],
    without = [],
    loadedByPage = [],
  }: { routes?: Record<string, string>; scoped?: string[]; without?: string[]; loadedByPage?: string[] } = {},
) {
  const addresses = Object.keys(builds).map((name) => [name, new URL('https://cdn.test/app.js')] as const);
  const toRoutes = (text: string) => ({
    segments: text.split(' ').filter((each) => each !== '*'),
    isEverywhere: text.includes('*'),
  });
  const planned = planLandscape({
    landscape: { imports: new Map(addresses), scoped: new Map(scoped.map((name) => [name, '/old/'])) },
    routes: routes && new Map(Object.entries(routes).map(([name, text]) => [name, toRoutes(text)])),
    builds: new Map(Object.entries(builds)),
    live: new Set(['@acme/live']),
    loadedByPage: new Set(loadedByPage),
    without: new Set(without),
  });
  return Object.fromEntries(
    planned.map(({ name, published = '', routes: more = [], use, why }) => [
      name,
      use === 'refused' ? why : [use, published, ...more].join(' ').trim(),
    ]),
  );
}

test('names become modules, packages, or nothing', () => {
  const builds = {
    react: build(),
    '@acme/root-config': build({ registersApplications: true }),
    '@acme/people': application('react', 'rxjs', '@acme/api', '@acme/live'),
    '@acme/planets': application('@acme/people'),
    '@acme/api': build({ names: new Set(['rxjs']) }),
    '@acme/mail-box': application(),
    rxjs: build({ form: 'es-module' }),
    vue: build({ form: 'script' }),
    '@acme/people/': build(),
    '@acme/legacy': 'not read',
  };
  const routes = { '@acme/people': 'people', '@acme/planets': 'planets stars' };
  expect(plan(builds, { routes, without: ['@acme/legacy'] })).toEqual({
    react: 'portal',
    '@acme/root-config': 'portal',
    '@acme/people': 'module people',
    '@acme/planets': 'module planets stars',
    '@acme/api': 'package @acme/api',
    '@acme/mail-box': 'module mail-box',
    rxjs: 'package @npm/rxjs',
    vue: 'left out',
    '@acme/people/': 'left out',
    '@acme/legacy': 'left out',
  });
});

test('a build of Angular, whose own method is called registerApplication, is no root config', () => {
  const builds = {
    app1: build({ form: 'script', registersApplications: true }),
    '@acme/app2': { ...application(), registersApplications: true },
    '@acme/start': build({ registersApplications: true }),
  };
  expect(plan(builds, { routes: { app1: 'app1' } })).toEqual({
    app1: 'module app1',
    '@acme/app2': 'module app2',
    '@acme/start': 'portal',
  });
});

test('a part at every address is refused, and so are reserved and taken routes', () => {
  const builds = {
    '@acme/navbar': application(),
    '@acme/profile': application(),
    '@acme/people': application(),
    '@acme/persons': application(),
    '@acme/Chart': build(),
    '@acme/old': build(),
  };
  const routes = {
    '@acme/navbar': '*',
    '@acme/profile': 'profile',
    '@acme/people': 'people',
    '@acme/persons': 'people',
  };
  expect(plan(builds, { routes, scoped: ['@acme/old'] })).toEqual({
    '@acme/navbar': expect.stringContaining('the portal has the top bar'),
    '@acme/profile': 'Its route /profile: "profile" is an address of the portal itself.',
    '@acme/people': 'module people',
    '@acme/persons': '@acme/people has the route /people: one module owns a first segment.',
    '@acme/Chart': expect.stringContaining('in lower case'),
    '@acme/old': expect.stringContaining('The scope /old/ has another version'),
  });
});

test('a name that cannot be read takes those along that import it', () => {
  const builds = {
    '@acme/api': 'https://cdn.test/api.js could not be fetched: no answer in time.',
    '@acme/store': build({ names: new Set(['@acme/api']) }),
    '@acme/people': application('@acme/store', 'lodash'),
    '@acme/planets': application(),
  };
  expect(plan(builds)).toEqual({
    '@acme/api': builds['@acme/api'],
    '@acme/store': 'It imports @acme/api, which neither this import nor the portal has.',
    '@acme/people': 'It imports lodash, which neither this import nor the portal has.',
    '@acme/planets': 'module planets',
  });
});

test('ten bad names of five hundred are all named', () => {
  const names = Array.from({ length: 500 }, (_, index) => `@acme/app-${index}`);
  const bad = (index: number) => index % 50 === 0;
  const planned = plan(
    Object.fromEntries(names.map((name, index) => [name, bad(index) ? `${name} is broken` : application()])),
  );
  expect(Object.values(planned).filter((text) => text.endsWith('is broken'))).toHaveLength(10);
  expect(Object.values(planned).filter((text) => text.startsWith('module '))).toHaveLength(490);
});

test('a library that only the page loads is a package', () => {
  const builds = {
    '@acme/people': application(),
    'zone.js': build({ form: 'script' }),
    vue: build({ form: 'script' }),
  };
  expect(plan(builds, { loadedByPage: ['zone.js'] })).toMatchObject({
    'zone.js': 'package @npm/zone.js',
    vue: 'left out',
  });
});
