import * as v from 'valibot';
import { appListSchema } from './app';

test.each([undefined, null, '', ' ', '\u200b'])(
  'an application with the name %j has the name of its module',
  (name) => {
    expect(v.parse(appListSchema, [{ name, module: 'smsa' }])).toEqual([
      { name: 'smsa', module: 'smsa', description: '' },
    ]);
  },
);

test('an application needs a module', () => {
  expect(v.is(appListSchema, [{ name: 'SMSA' }])).toBe(false);
});
