import type { Toast } from '@portico/shared';
import { getToastDuration } from './use-toaster';

const action = { label: 'Try again', run: () => {} };
const link = { href: '/smsa/' };

it.each<[number, string, Omit<Toast, 'text'>]>([
  [4_000, 'a toast', {}],
  [4_000, 'an error', { type: 'error' }],
  [1_500, 'a toast with a time of its own', { duration: 1_500 }],
  [Number.POSITIVE_INFINITY, 'a toast with a button', { action }],
  [8_000, 'a toast with a button that is elsewhere, too', { action, duration: 8_000 }],
  [5_000, 'a toast with a button, too short to get there', { action, duration: 1_000 }],
  [Number.POSITIVE_INFINITY, 'an error with a button', { type: 'error', action, duration: 8_000 }],
  [5_000, 'a link', { link }],
  [6_000, 'a link with a time of its own', { link, duration: 6_000 }],
])('gives %d ms to %s', (duration, _name, toast) => {
  expect(getToastDuration({ text: 'Saved', ...toast })).toBe(duration);
});
