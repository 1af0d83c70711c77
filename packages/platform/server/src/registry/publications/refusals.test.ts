import { testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { builtModule, computeDigest, publishingCalls, statusIn } from '../../testing/test-publishing';
import { sentFiles } from '../tables';

const server = testServer();
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('orders'));
});

const revisions = async () => (await calls.history(token)).length;

test('every call needs a credential, and another team may only read', async () => {
  const { token: foreign } = await calls.createToken('stock');
  const changes: [string, string][] = [
    ['POST', '/missing-files'],
    ['PUT', `/files/${computeDigest('x')}`],
    ['POST', '/versions'],
    ['POST', '/previews'],
    ['POST', '/versions/1/preview'],
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
    expect(await readError(await call())).toBe('401 team-token-wrong');
    expect(await readError(await call(session.token))).toBe('403 role-needed');
    expect(await readError(await call(foreign))).toBe('403 module-foreign');
  }
  const reads: [string, string, object?][] = [
    ['GET', 'modules'],
    ['GET', 'history'],
    ['GET', 'previews'],
    ['GET', 'modules/orders/consumers'],
    ['POST', 'shared', { shared: {} }],
  ];
  for (const [method, path, body] of reads) {
    const call = (options: object) => server.call(method, `/api/publishing/${path}`, { body, ...options });
    expect(await readError(await call({}))).toBe('401 team-token-wrong');
    expect((await call({ token: foreign })).status).toBe(200);
    expect((await call({ token: server.operatorKey })).status).toBe(200);
  }
  expect(await readError(await server.call('DELETE', '/api/publishing/previews/1'))).toBe('401 team-token-wrong');
  expect(await revisions()).toBe(0);
});

test.each(['profile', 'modules', 'Orders', 'a_b', '-a', '%2e%2e%2f'])(
  'a module cannot have the key %s',
  async (key) => {
    const response = await calls.publish(server.operatorKey, key, builtModule('one'));
    expect(await readError(response)).toBe('400 module-key-malformed');
  },
);

test('an existing version never changes', async () => {
  await calls.published(token, 'orders', 'one', { version: '1' });
  await calls.published(token, 'orders', 'two', { version: '2' });
  const before = await revisions();
  expect(await readError(await calls.publish(token, 'orders', builtModule('other'), { version: '1' }))).toBe(
    '409 version-exists',
  );
  expect(await revisions()).toBe(before);
  // With the same bytes it can be published again.
  expect(await calls.published(token, 'orders', 'one', { version: '1' })).toMatchObject({ version: '1' });
});

test('the same files with another entry are another version', async () => {
  const files = { ...builtModule('twice'), 'other.js': '// another entry' };
  const first = await statusIn(await calls.publish(token, 'orders', files));
  const second = await statusIn(await calls.publish(token, 'orders', files, { entry: 'other.js' }));
  expect(second.version).not.toBe(first.version);
  expect(second.address).toBe(`/modules/orders/${second.version}/other.js`);
});

test('a publication based on a version that is not live is refused', async () => {
  const response = await calls.publish(token, 'orders', builtModule('three'), { version: '3', from: '2' });
  expect(await readError(response)).toBe('409 version-not-live');
  // Nothing was stored.
  expect(await readError(await calls.post(token, 'orders', 'rollback', { version: '3' }))).toBe('404 version-unknown');
});

test('a rollback, a promotion and a withdrawal need a target', async () => {
  const { token: fresh } = await calls.createToken('fresh');
  expect(await readError(await calls.post(fresh, 'fresh', 'rollback'))).toBe('409 nothing-before');
  expect(await readError(await calls.post(fresh, 'fresh', 'rollback', { version: '9' }))).toBe('404 version-unknown');
  for (const action of ['promote', 'withdraw']) {
    expect(await readError(await calls.post(fresh, 'fresh', action))).toBe('409 no-canary');
  }
});

test('a version needs all its files and an entry that is a script', async () => {
  const unsent = [{ name: 'module.js', digest: computeDigest('never sent') }];
  const missing = await calls.post(token, 'orders', 'versions', { entry: 'module.js', files: unsent });
  expect(await readError(missing)).toBe('400 file-not-sent');
  const sent = Object.values(builtModule('sent'))[0] ?? '';
  await calls.upload(token, 'orders', sent);
  const files = [
    { name: 'module.js', digest: computeDigest(sent) },
    { name: 'module.chunk.js', digest: computeDigest('never sent') },
  ];
  const incomplete = await calls.post(token, 'orders', 'versions', { entry: 'module.js', files });
  expect(await readError(incomplete)).toBe('400 file-not-sent');
  const page = await calls.publish(token, 'orders', { 'index.html': '<p>' }, { entry: 'index.html' });
  expect(await readError(page)).toBe('400 entry-not-script');
  const nested = `${'`${'.repeat(3000)}1${'}`'.repeat(3000)}`;
  for (const content of ['', '<html>a page</html>', 'export default {', nested, `export const x = ${nested}`]) {
    const response = await calls.publish(token, 'orders', { 'module.js': content });
    expect(await readError(response)).toBe('400 entry-not-script');
  }
});

test.each([
  ['an entry that is not there', { entry: 'other.js' }],
  ['a version that leads elsewhere', { version: '../1' }],
  ['an empty audience', { audience: { tenants: [] } }],
  ['an audience of two kinds', { audience: { tenants: ['smsa'], percent: 10 } }],
  ['a percentage of 100', { audience: { percent: 100 } }],
  ['a reason of two lines', { reason: 'a\nb' }],
  ['a preload that is not among the files', { preloads: ['other.js'] }],
  ['a preload from elsewhere', { preloads: ['https://evil.test/1.js'] }],
  ['too many preloads', { preloads: Array.from({ length: 9 }, () => 'module.chunk.js') }],
])('%s is refused', async (_case, options) => {
  const response = await calls.publish(token, 'orders', builtModule('one'), options);
  expect(await readError(response)).toBe('400 invalid-request');
});

test.each(['../module.js', '/module.js', 'a//b.js', '.env', 'a/.b', 'a\\b.js', 'a?b.js', ''])(
  'a file may not be called %j',
  async (name) => {
    const files = [{ name, digest: computeDigest('x') }];
    const response = await calls.post(token, 'orders', 'versions', { entry: name, files });
    expect(await readError(response)).toBe('400 invalid-request');
  },
);

test.each(['versions', 'previews'])('a call of %s may name 500 files, however long the names are', async (action) => {
  const name = (number: number) => `${'long/'.repeat(35)}${number}.js`;
  const files = Array.from({ length: 500 }, (_, number) => ({ name: name(number), digest: computeDigest('not sent') }));
  const send = async (sent: typeof files) =>
    readError(await calls.post(token, 'orders', action, { entry: name(0), files: sent }));
  expect(await send(files)).toBe('400 file-not-sent');
  expect(await send([...files, { name: 'more.js', digest: computeDigest('x') }])).toBe('400 invalid-request');
});

test('a file has to match its digest and the size limit', async () => {
  expect(await readError(await calls.upload(token, 'orders', 'one', computeDigest('other')))).toBe('400 file-differs');
  const large = 'x'.repeat(10 * 1024 * 1024 + 1);
  expect(await readError(await calls.upload(token, 'orders', large))).toBe('413 file-too-large');
  const response = await calls.post(token, 'orders', 'missing-files', {
    digests: [computeDigest('other'), computeDigest(large)],
  });
  expect(await response.json()).toEqual({ digests: [computeDigest('other'), computeDigest(large)] });
});

test('all files together have a size limit', async () => {
  const files: Record<string, string> = { 'module.js': '// entry' };
  for (let number = 0; number < 6; number += 1) files[`part${number}.js`] = `// part ${number}`;
  for (const content of Object.values(files)) await calls.upload(token, 'orders', content);
  // Inserts the rows, because sending so much takes long.
  await server.database.update(sentFiles).set({ size: 9 * 1024 * 1024 });
  expect(await readError(await calls.publish(token, 'orders', files))).toBe('413 version-too-large');
});
