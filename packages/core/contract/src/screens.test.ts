import { findFirstLayout, findScreen, regions, screens } from './screens';

const page = {
  layout: 'shell',
  isRestoring: false,
  isSignedIn: false,
  hasModule: false,
  isPublic: false,
  isDeveloper: false,
} as const;
const namesOfActive = (change: Partial<Parameters<(typeof regions)[number]['isActive']>[0]>) =>
  regions.filter(({ isActive }) => isActive({ ...page, ...change })).map(({ name }) => name);

test('names, and addresses of one audience, are used once', () => {
  const names = [...screens, ...regions].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const addresses = screens.map(({ path, audience }) => `${path} ${audience}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test.each([
  ['/', 'signed-in', 'home'],
  ['/profile', 'signed-in', 'profile'],
  ['/profile//', 'signed-in', 'profile'],
  ['/profile', 'signed-out', undefined],
  ['/profile/more', 'signed-in', undefined],
  ['/signin', 'signed-out', 'signin'],
  ['/signin', 'signed-in', undefined],
] as const)('%s, %s: %s', (pathname, audience, name) => {
  expect(findScreen(pathname, audience)?.name).toBe(name);
});

test.each([
  ['/smsa/portal/news', 'shell'],
  ['/smsa/tickets/evaluation', 'bare'],
  ['/recover', 'bare'],
  ['/profile', 'shell'],
  ['/smsa', 'shell'],
])('the layout of %s is %s until the session is known', (pathname, layout) => {
  expect(findFirstLayout(pathname)).toBe(layout);
});

test('the regions follow the layout, the session and the module', () => {
  expect(namesOfActive({ layout: 'bare' })).toEqual([]);
  expect(namesOfActive({ isRestoring: true })).toEqual([]);
  expect(namesOfActive({})).toEqual(['topbar']);
  expect(namesOfActive({ hasModule: true })).toEqual(['topbar', 'overlay']);
  expect(namesOfActive({ layout: 'bare', isSignedIn: true })).toEqual(['bell', 'overlay']);
  expect(namesOfActive({ layout: 'bare', hasModule: true, isPublic: true })).toEqual(['settings', 'overlay']);
  expect(namesOfActive({ layout: 'bare', isDeveloper: true })).toEqual(['developer']);
});
