import * as v from 'valibot';
import { computePushRecipient, pushDataSchema } from './push';

test('a push needs an id and a title; other texts are empty by default', () => {
  expect(v.parse(pushDataSchema, { id: '1', title: 'Title', tag: '1' })).toEqual({
    id: '1',
    title: 'Title',
    body: '',
    icon: '',
    module: '',
    redirect: '',
  });
});

test.each([{ id: '1' }, { title: 'Title' }, { id: '', title: 'Title' }, { id: 1, title: 'Title' }, null])(
  '%j is not a push',
  (data) => {
    expect(v.is(pushDataSchema, data)).toBe(false);
  },
);

test('a digest names the recipient', async () => {
  expect(await computePushRecipient('ana@portico.test')).toMatch(/^[0-9a-f]{64}$/);
  expect(await computePushRecipient('ana@portico.test')).not.toBe(await computePushRecipient('bruno@portico.test'));
});
