/** @jest-environment node */
import { readPush } from './show-push';

const push = (payload: unknown) => readPush(JSON.stringify(payload));
const data = { id: '7', tag: '7', title: 'Title', body: 'Body', module: 'smsa', redirect: '/smsa/7', recipient: 'ana' };

it('reads the data that our server sends', () => {
  expect(push({ data, from: '1', priority: 'high', fcmMessageId: 'm' })).toEqual({
    id: '7',
    title: 'Title',
    body: 'Body',
    icon: '',
    module: 'smsa',
    redirect: '/smsa/7',
    recipient: 'ana',
  });
});

it('reads a notification of another sender, and prefers the data', () => {
  const notification = { title: 'Shown', body: 'Shown body', icon: 'https://elsewhere.test/icon.png' };
  expect(push({ notification, fcmMessageId: 'm' })).toMatchObject({ id: 'm', title: 'Shown', icon: '' });
  expect(push({ notification, data })).toMatchObject({ id: '7', title: 'Title' });
});

it.each([
  undefined,
  '',
  'text',
  'null',
  '[]',
  '"text"',
  '{}',
  '{"data":{"id":"7"}}',
  '{"data":{"id":"7","title":""}}',
  '{"data":{"id":7,"title":"Title"}}',
  '{"data":{"id":"7","title":{"toString":"x"}}}',
  '{"notification":{"title":"Without an id"}}',
  `{"data":{"id":"${'x'.repeat(101)}","title":"Title"}}`,
])('cannot read %j', (text) => {
  expect(readPush(text)).toBeUndefined();
});
