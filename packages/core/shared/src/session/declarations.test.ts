import { addEntries } from '../api/configuration';
import { store } from '../store';
import { startTestPortal, type TestPortal } from '../testing/test-portal';
import { announceImportMap, declarationsAtom } from './declarations';
import { signOut } from './session';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const navigation = [{ title: { pt: 'Equipes', en: 'Teams' }, path: '/people/teams' }];

test('the declarations of the user’s modules follow their applications and the import map', async () => {
  const apps = ['people', 'orders'].map((module) => ({ name: module, module, description: '' }));
  const changes = jest.fn();
  store.sub(declarationsAtom, changes);
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, apps);
  expect(store.get(declarationsAtom).size).toBe(0);
  System.addImportMap({
    imports: { '@module/people': 'https://cdn.test/1.js', '@module/stock': 'https://cdn.test/s.js' },
  });
  addEntries({
    'https://cdn.test/1.js': { declarations: { navigation } },
    'https://cdn.test/s.js': { declarations: { navigation } },
  });
  changes.mockClear();
  announceImportMap();
  expect(changes).toHaveBeenCalledTimes(1);
  expect([...store.get(declarationsAtom)]).toEqual([['people', { navigation }]]);
  System.addImportMap({ imports: { '@module/people': 'https://cdn.test/2.js' } });
  announceImportMap();
  expect(store.get(declarationsAtom).size).toBe(0);
  await signOut();
  expect(store.get(declarationsAtom).size).toBe(0);
});
