import * as v from 'valibot';
import { getModuleKeys, importMapSchema } from './import-map';

const parse = (imports: Record<string, string>) => v.safeParse(importMapSchema, { imports });

test('the modules of a map are its names behind @module/', () => {
  const map = v.parse(importMapSchema, { imports: { react: '/r.js', '@module/smsa': 'https://modules.test/smsa.js' } });
  expect(getModuleKeys(map)).toEqual(['smsa']);
  expect(map.integrity).toEqual({});
  expect(map.entries).toEqual({});
});

test.each(['profile', 'signin', 'recover', '404', 'api', 'media', 'modules', 'realtime', 'deployer', 'health'])(
  'a module may not be called %s',
  (key) => {
    expect(parse({ [`@module/${key}`]: '/x.js' }).success).toBe(false);
  },
);

test.each(['SMSA', 'a/b', '', '-a', 'a'.repeat(64), 'constructor', '__proto__'])('%j is not a module key', (key) => {
  expect(parse({ [`@module/${key}`]: '/x.js' }).success).toBe(false);
});

test.each([
  '//evil.test/x.js',
  'javascript:alert(1)',
  'x.js',
  'data:text/javascript,1',
  '',
  '/\\evil.test/x.js',
  '/\t/evil.test/x.js',
])('%j is not an address', (address) => {
  expect(parse({ '@module/smsa': address }).success).toBe(false);
});

test('a map says which entries are ES modules; a form that no page can load is refused', () => {
  const parseForm = (form: string) =>
    v.safeParse(importMapSchema, { imports: { '@module/smsa': '/x.js' }, entries: { '/x.js': { form } } });
  expect(parseForm('es-module').success).toBe(true);
  expect(parseForm('amd').success).toBe(false);
});

test('declarations that only a newer shell knows leave the rest of the map valid', () => {
  const contributions = [{ place: 'sidebar', parcel: 'card', order: 1 }];
  const entries = { '/x.js': { form: 'es-module', declarations: { contributions } }, '/y.js': {} };
  const map = v.parse(importMapSchema, { imports: { '@module/smsa': '/x.js' }, entries });
  expect(map.entries).toEqual({ '/x.js': { form: 'es-module' }, '/y.js': {} });
});
