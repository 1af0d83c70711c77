import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';

jest.setTimeout(startTimeoutMilliseconds);

let server: TestServer;
let calls: ReturnType<typeof publishingCalls>;
beforeAll(async () => {
  // A program that is no Chromium.
  server = await startTestServer({ PORTICO_CHROMIUM: process.execPath });
  calls = publishingCalls(server, server.operatorKey);
});
afterAll(() => server.stop());

test('a check that cannot run refuses nothing, and the version is unchecked', async () => {
  const { token } = await calls.createToken('orders');
  expect(await calls.published(token, 'orders', 'one')).toMatchObject({ checked_by: 'nobody' });
  expect(await calls.published(token, 'orders', 'two', { checked: true })).toMatchObject({ checked_by: 'team' });
});

test('a Chromium that does not exist is named at the start', async () => {
  await expect(startTestServer({ PORTICO_CHROMIUM: '/nowhere/chromium' })).rejects.toThrow(
    'PORTICO_CHROMIUM must be the path of a Chromium.',
  );
});
