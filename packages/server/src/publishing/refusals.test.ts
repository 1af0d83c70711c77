import { sentFiles } from '../database/tables';
import { startTestServer, startTimeoutMilliseconds, type TestServer } from '../testing/start-test-server';
import { errorOf } from '../testing/test-client';
import { builtModule, digestOf, publishingCalls, statusIn } from '../testing/test-publishing';

jest.setTimeout(startTimeoutMilliseconds);

let server: TestServer;
let calls: ReturnType<typeof publishingCalls>;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  calls = publishingCalls(server, server.operatorKey);
  ({ token } = await calls.createToken('orders'));
});
afterAll(() => server.stop());

const revisions = async () => (await calls.history(token)).length;

test('nothing goes without a credential, and nothing but reading with another team’s', async () => {
  const { token: foreign } = await calls.createToken('stock');
  const changes: [string, string][] = [
    ['POST', '/missing-files'],
    ['PUT', `/files/${digestOf('x')}`],
    ['POST', '/versions'],
    ['POST', '/rollback'],
    ['POST', '/promote'],
    ['POST', '/withdraw'],
  ];
  const session = await server.signIn('ana@portico.test');
  for (const [method, path] of changes) {
    const call = (credential?: string) =>
      server.call(
        method,
        `/api/publishing/modules/orders${path}`,
        credential === undefined ? {} : { token: credential },
      );
    expect(await errorOf(await call())).toBe('401 team-token-wrong');
    expect(await errorOf(await call(session.token))).toBe('401 team-token-wrong');
    expect(await errorOf(await call(foreign))).toBe('403 module-foreign');
  }
  for (const path of ['modules', 'history']) {
    expect(await errorOf(await server.call('GET', `/api/publishing/${path}`))).toBe('401 team-token-wrong');
    expect((await server.call('GET', `/api/publishing/${path}`, { token: foreign })).status).toBe(200);
    expect((await server.call('GET', `/api/publishing/${path}`, { token: server.operatorKey })).status).toBe(200);
  }
  expect(await revisions()).toBe(0);
});

test.each(['profile', 'modules', 'Orders', 'a_b', '-a', '%2e%2e%2f'])('no module has the key %s', async (key) => {
  const response = await calls.publish(server.operatorKey, key, builtModule('one'));
  expect(await errorOf(response)).toBe('400 module-key-malformed');
});

test('a version that exists keeps its bytes', async () => {
  await calls.published(token, 'orders', 'one', { version: '1' });
  await calls.published(token, 'orders', 'two', { version: '2' });
  const before = await revisions();
  expect(await errorOf(await calls.publish(token, 'orders', builtModule('other'), { version: '1' }))).toBe(
    '409 version-exists',
  );
  expect(await revisions()).toBe(before);
  // With the same bytes it may be live again.
  expect(await calls.published(token, 'orders', 'one', { version: '1' })).toMatchObject({ version: '1' });
});

test('the same files with another entry are another version', async () => {
  const files = { ...builtModule('twice'), 'other.js': '// another entry' };
  const first = await statusIn(await calls.publish(token, 'orders', files));
  const second = await statusIn(await calls.publish(token, 'orders', files, { entry: 'other.js' }));
  expect(second.version).not.toBe(first.version);
  expect(second.address).toBe(`/modules/orders/${second.version}/other.js`);
});

test('what is based on a version that is not live is refused', async () => {
  const response = await calls.publish(token, 'orders', builtModule('three'), { version: '3', from: '2' });
  expect(await errorOf(response)).toBe('409 version-not-live');
  // Nothing of it is left.
  expect(await errorOf(await calls.post(token, 'orders', 'rollback', { version: '3' }))).toBe('404 version-unknown');
});

test('a rollback, a promotion and a withdrawal need something to lead to', async () => {
  const { token: fresh } = await calls.createToken('fresh');
  expect(await errorOf(await calls.post(fresh, 'fresh', 'rollback'))).toBe('409 nothing-before');
  expect(await errorOf(await calls.post(fresh, 'fresh', 'rollback', { version: '9' }))).toBe('404 version-unknown');
  for (const action of ['promote', 'withdraw']) {
    expect(await errorOf(await calls.post(fresh, 'fresh', action))).toBe('409 no-canary');
  }
});

test('a version has all its files, and an entry that is a script', async () => {
  const unsent = [{ name: 'module.js', digest: digestOf('never sent') }];
  const missing = await calls.post(token, 'orders', 'versions', { entry: 'module.js', files: unsent });
  expect(await errorOf(missing)).toBe('400 file-not-sent');
  const page = await calls.publish(token, 'orders', { 'index.html': '<p>' }, { entry: 'index.html' });
  expect(await errorOf(page)).toBe('400 entry-not-script');
  for (const content of ['', '<html>a page</html>', 'export default 1;']) {
    const response = await calls.publish(token, 'orders', { 'module.js': content });
    expect(await errorOf(response)).toBe('400 entry-not-script');
  }
});

test.each([
  ['an entry that is not there', { entry: 'other.js' }],
  ['a version that leads elsewhere', { version: '../1' }],
  ['an audience of nobody', { audience: { tenants: [] } }],
  ['an audience of two kinds', { audience: { tenants: ['smsa'], percent: 10 } }],
  ['everybody as a share', { audience: { percent: 100 } }],
  ['a reason of two lines', { reason: 'a\nb' }],
])('%s is refused', async (_case, options) => {
  const response = await calls.publish(token, 'orders', builtModule('one'), options);
  expect(await errorOf(response)).toBe('400 invalid-request');
});

test.each(['../module.js', '/module.js', 'a//b.js', '.env', 'a/.b', 'a\\b.js', 'a?b.js', ''])(
  'a file may not be called %j',
  async (name) => {
    const files = [{ name, digest: digestOf('x') }];
    const response = await calls.post(token, 'orders', 'versions', { entry: name, files });
    expect(await errorOf(response)).toBe('400 invalid-request');
  },
);

test('a file is what its digest says, and no larger than allowed', async () => {
  expect(await errorOf(await calls.upload(token, 'orders', 'one', digestOf('other')))).toBe('400 file-differs');
  const large = 'x'.repeat(10 * 1024 * 1024 + 1);
  expect(await errorOf(await calls.upload(token, 'orders', large))).toBe('413 file-too-large');
  const response = await calls.post(token, 'orders', 'missing-files', {
    digests: [digestOf('other'), digestOf(large)],
  });
  expect(await response.json()).toEqual({ digests: [digestOf('other'), digestOf(large)] });
});

test('all files together are no larger than allowed', async () => {
  const files: Record<string, string> = { 'module.js': '// entry' };
  for (let number = 0; number < 6; number += 1) files[`part${number}.js`] = `// part ${number}`;
  for (const content of Object.values(files)) await calls.upload(token, 'orders', content);
  // As if they had been: sending so much takes its time.
  await server.database.update(sentFiles).set({ size: 9 * 1024 * 1024 });
  expect(await errorOf(await calls.publish(token, 'orders', files))).toBe('413 version-too-large');
});
