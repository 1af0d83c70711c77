import * as v from 'valibot';
import { findForeignPage } from './declarations';
import { newDeclarationsSchema } from './publishing/new-declarations';

test.each([
  {},
  { routes: ['staff'], parcels: { card: 'Card' }, places: ['sidebar'] },
  { parcels: { card: 'Card' }, contributions: [{ place: 'home', parcel: 'card', order: 10 }] },
  { parcels: { card: 'Card' }, contributions: [{ place: '@module/orders/details', parcel: 'card', order: 100 }] },
  { navigation: [{ title: { pt: 'Equipes', en: 'Teams' }, path: '/people/teams?all', icon: 'users' }] },
  { events: { 'tickets:closed': { schema: { type: 'object' }, tabs: 'all' } } },
])('a version may declare %j', (declarations) => {
  expect(v.parse(newDeclarationsSchema, declarations)).toEqual(declarations);
});

test.each([
  [{ routes: ['profile'] }, '"profile" is an address of the portal itself.'],
  [{ routes: ['api'] }, '"api" is an address of the portal itself.'],
  [{ parcels: { card: 'not an export' } }, 'A parcel is an export.'],
  [{ contributions: [{ place: 'home', parcel: 'card' }] }, 'names a parcel that "parcels" does not have'],
  [{ contributions: [{ place: 'footer', parcel: 'card' }] }, ''],
  [{ navigation: [{ title: { pt: 'A', en: '' }, path: '/a' }] }, 'line-missing'],
  [{ navigation: [{ title: { pt: 'A', en: 'A' }, path: '//elsewhere' }] }, 'A path of the portal'],
  [{ events: { closed: { schema: true } } }, 'An event is like tickets:closed.'],
  [{ events: { 'container:theme': { schema: true } } }, 'An event is like tickets:closed.'],
  [{ events: { 'module:navigated': { schema: true } } }, 'An event is like tickets:closed.'],
  [{ places: Array.from({ length: 21 }, (_, index) => `place-${index}`) }, 'at most 20 of a kind'],
  [{ events: { 'tickets:closed': { schema: { title: 'x'.repeat(20_000) } } } }, 'at most 16 KB'],
])('a version may not declare %j', (declarations, message) => {
  const { issues = [] } = v.safeParse(newDeclarationsSchema, declarations);
  expect(issues[0]?.message).toContain(message);
});

test.each(['/orders', '/orders/list?all#top', '/bills/7', '/orders/../bills'])('%s is a page of the module', (path) => {
  const navigation = [{ title: { pt: 'A', en: 'A' }, path }];
  expect(findForeignPage('orders', { routes: ['bills'], navigation })).toBeUndefined();
});

test.each(['/people', '/', '/orders/../people', '/orders/%2e%2e/people', '/orders/..//evil.test'])(
  '%s is a page of another module',
  (path) => {
    const navigation = [{ title: { pt: 'A', en: 'A' }, path }];
    expect(findForeignPage('orders', { navigation })).toBe(path);
  },
);
