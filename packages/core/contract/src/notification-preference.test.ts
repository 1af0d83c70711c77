import * as v from 'valibot';
import { notificationPreferenceListSchema } from './notification-request';

const isList = (list: unknown) => v.is(notificationPreferenceListSchema, list);

test('names modules, and whether each is enabled', () => {
  expect(isList([])).toBe(true);
  expect(isList([{ module: 'smsa', enabled: false }])).toBe(true);
});

test.each([
  { module: 'smsa' },
  { module: 'smsa', enabled: 'false' },
  { module: 'NO SUCH', enabled: true },
  { module: 'profile', enabled: true },
])('%j is not a preference', (preference) => {
  expect(isList([preference])).toBe(false);
});

test('has at most 500 entries', () => {
  expect(isList(Array(500).fill({ module: 'smsa', enabled: true }))).toBe(true);
  expect(isList(Array(501).fill({ module: 'smsa', enabled: true }))).toBe(false);
});
