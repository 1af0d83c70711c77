import { waitFor } from '@testing-library/dom';
import { traverseTo } from './navigation-guard';

afterEach(() => jest.restoreAllMocks());

// jsdom has no Navigation API: this one loses every step, as Firefox loses some that are overtaken.
function createNavigation(index: number): Navigation {
  const entries = ['a', 'b', 'c'].map((key, place) => ({ key, index: place }));
  const lost = { committed: new Promise(() => {}), finished: new Promise(() => {}) };
  const parts = { traverseTo: () => lost, entries: () => entries, currentEntry: entries[index] };
  return Object.assign(new EventTarget(), parts) as unknown as Navigation;
}

beforeEach(() => {
  for (const path of ['/a', '/b', '/c']) history.pushState({}, '', path);
});

test('a step that the browser loses is taken by its distance', async () => {
  await traverseTo(createNavigation(2), 'a');
  await waitFor(() => expect(location.pathname).toBe('/a'));
});

test.each([
  ['whose entry is reached meanwhile', 'c'],
  ['to an entry that is gone', 'gone'],
])('a lost step %s changes nothing', async (_, key) => {
  const go = jest.spyOn(history, 'go');
  await traverseTo(createNavigation(2), key);
  expect(go).not.toHaveBeenCalled();
  expect(location.pathname).toBe('/c');
});

test('a step ends when the browser is at another entry, without waiting for the promises', async () => {
  const go = jest.spyOn(history, 'go');
  const navigation = createNavigation(2);
  const step = traverseTo(navigation, 'a');
  navigation.dispatchEvent(new Event('currententrychange'));
  Object.assign(navigation, { currentEntry: { key: 'b', index: 1 } });
  navigation.dispatchEvent(new Event('currententrychange'));
  await step;
  expect(go).not.toHaveBeenCalled();
});
