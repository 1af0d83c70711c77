import type { App, Declarations } from '@portico/contract';
import { addEntries } from '../api/configuration';
import { announceImportMap } from '../session/declarations';
import { changeApps } from '../session/session-state';
import { store } from '../store';
import { testPortal } from '../testing';
import { contributionsAtom } from './contributions';

const card = (order: number): Declarations => ({
  parcels: { card: 'Card', gone: 'Gone' },
  contributions: [{ place: 'home', parcel: 'card', order }],
});
const entries: Record<string, { declarations: Declarations }> = {
  'https://cdn.test/smsa.js': { declarations: card(20) },
  'https://cdn.test/people.js': {
    declarations: {
      parcels: { a: 'A', b: 'B' },
      contributions: [
        { place: 'home', parcel: 'b', order: 20 },
        { place: 'home', parcel: 'a', order: 20 },
        { place: 'topbar', parcel: 'a', order: 1 },
        { place: 'home', parcel: 'none', order: 1 },
      ],
    },
  },
  'https://cdn.test/others.js': { declarations: card(1) },
  'https://cdn.test/local.js': { declarations: card(1) },
};
const imports = {
  '@module/smsa': 'https://cdn.test/smsa.js',
  '@module/people': 'https://cdn.test/people.js',
  '@module/others': 'https://cdn.test/others.js',
  '@module/local': 'https://cdn.test/local.js',
};
const overrides = { '@module/local': 'http://localhost:9200/' };
document.head.innerHTML = `
  <script type="systemjs-importmap">${JSON.stringify({ imports, entries })}</script>
  <script type="application/json" id="import-map-overrides">${JSON.stringify({ imports: overrides })}</script>
  <script type="application/json" id="portico-state">{}</script>`;

const portal = testPortal();
const email = 'ana@portico.test';
const app = (module: string, name: string): App => ({ module, name, description: '' });
const smsa = app('smsa', 'Service');
const people = app('people', 'People');

beforeAll(() => System.addImportMap({ imports: { ...imports, ...overrides } }));
beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email, name: 'Ana' }, [smsa, people, app('unknown', 'Unknown')]);
});

const list = (place: string) => store.get(contributionsAtom(place)).map(({ parcel }) => parcel);

test('a place has what the modules of the user put there, by order and then by name', () => {
  expect(list('home')).toEqual(['@module/people/a', '@module/people/b', '@module/smsa/card']);
  expect(list('topbar')).toEqual(['@module/people/a']);
  expect(list('profile')).toEqual([]);
});

test('a place follows grants, the choices of the operator, and the end of the session', async () => {
  changeApps(email, [smsa, app('others', 'Others')]);
  expect(list('home')).toEqual(['@module/others/card', '@module/smsa/card']);
  changeApps(email, [{ ...smsa, places_off: ['home'] }, people]);
  expect(list('home')).toEqual(['@module/people/a', '@module/people/b']);
  changeApps(email, [smsa, { ...people, places_off: ['topbar'] }]);
  expect([list('home').length, list('topbar')]).toEqual([3, []]);
  await portal.reset();
  expect(list('home')).toEqual([]);
});

test('an overridden module keeps the places of its deployed version', () => {
  changeApps(email, [app('local', 'Local')]);
  expect(list('home')).toEqual(['@module/local/card']);
});

test('a place follows the live versions, and stays the same list if nothing changes', () => {
  const before = store.get(contributionsAtom('home'));
  announceImportMap();
  expect(store.get(contributionsAtom('home'))).toBe(before);
  addEntries({ 'https://cdn.test/smsa-2.js': { declarations: {} } });
  System.addImportMap({ imports: { '@module/smsa': 'https://cdn.test/smsa-2.js' } });
  announceImportMap();
  expect(list('home')).toEqual(['@module/people/a', '@module/people/b']);
});
