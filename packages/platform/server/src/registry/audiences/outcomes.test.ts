import { startTestServer, testServer } from '../../testing/start-test-server';
import { readError } from '../../testing/test-client';
import { publishingCalls } from '../../testing/test-publishing';

const usersMax = 8;

const server = testServer();
const calls = publishingCalls(server);
let token: string;
let users: string[];
beforeAll(async () => {
  ({ token } = await calls.createToken('orders', 'stock', 'bills'));
  for (const module of ['orders', 'stock'])
    await server.operate('PUT', `tenants/smsa/apps/${module}`, { name: module, new: true });
  users = [];
  for (let number = 0; number < usersMax; number += 1) {
    const [email, password] = [`user${number}@orders.test`, 'portico-demo'];
    await server.operate('POST', 'users', { email, name: 'User', password, tenant: 'smsa' });
    for (const module of ['orders', 'stock'])
      await server.operate('PUT', `tenants/smsa/apps/${module}/users/${email}`, {});
    users.push((await server.signIn(email)).token);
  }
});

const tell = async (module: string, version: string, outcome: 'mounted' | 'failed', who: readonly string[]) => {
  for (const user of who) expect((await calls.outcome(user, module, version, outcome)).status).toBe(204);
};
const fetchStatus = async (module: string) => (await calls.modules(token)).find((status) => status.module === module);
const [first, second] = [{ version: 'first' }, { version: 'second' }];

test('a version that fails for half of the users is rolled back, and the history says why', async () => {
  await calls.published(token, 'orders', 'first', first);
  await calls.published(token, 'orders', 'second', second);
  await tell('orders', 'second', 'mounted', users.slice(0, 5));
  await tell('orders', 'second', 'failed', users.slice(5));
  // Three of eight, and one more whose browser had mounted it.
  expect(await fetchStatus('orders')).toMatchObject({ version: 'second', in_rollout: true });
  // The outcomes stay when another module gets a version of the same name.
  await calls.published(token, 'bills', 'second', second);
  await tell('orders', 'second', 'failed', users.slice(4, 5));
  expect(await fetchStatus('orders')).toMatchObject({ version: 'first', in_rollout: false });
  expect((await calls.history(token, '?limit=1'))[0]).toMatchObject({
    by: 'portico',
    action: 'automatic-rollback',
    from: 'second',
    to: 'first',
    reason: 'It failed for 4 of 8 users',
  });
});

test('earlier outcomes do not count when a version is published again', async () => {
  await calls.published(token, 'orders', 'second', second);
  await tell('orders', 'second', 'failed', users.slice(0, 2));
  expect(await fetchStatus('orders')).toMatchObject({ version: 'second', in_rollout: true });
  // A user counts once.
  await tell('orders', 'second', 'failed', [users[0] ?? '', users[0] ?? '']);
  expect(await fetchStatus('orders')).toMatchObject({ version: 'second' });
});

test('users without the module and versions that are not in rollout do not count', async () => {
  const otherUsers = ['ana', 'bruno', 'carla', 'dora'].map((name) => server.signIn(`${name}@portico.test`));
  await tell(
    'orders',
    'second',
    'failed',
    (await Promise.all(otherUsers)).map((session) => session.token),
  );
  expect(await fetchStatus('orders')).toMatchObject({ version: 'second', in_rollout: true });
  await tell('orders', 'first', 'failed', users);
  await tell('orders', 'third', 'failed', users);
  await tell('nothing', 'first', 'failed', users.slice(0, 1));
  expect(await fetchStatus('orders')).toMatchObject({ version: 'second' });

  server.passSeconds(24 * 3600);
  const sessions = await Promise.all(users.map((_, number) => server.signIn(`user${number}@orders.test`)));
  users = sessions.map((session) => session.token);
  await tell('orders', 'second', 'failed', users);
  expect(await fetchStatus('orders')).toMatchObject({ version: 'second', in_rollout: false });
});

test('a canary is withdrawn when it fails for its users', async () => {
  await calls.published(token, 'stock', 'first', first);
  await calls.published(token, 'stock', 'second', { ...second, audience: { tenants: ['finouro'] } });
  await tell('stock', 'second', 'failed', users);
  expect(await fetchStatus('stock')).toMatchObject({ canary: { version: 'second' } });

  const audience = { tenants: ['finouro', 'smsa'] };
  await calls.published(token, 'stock', 'second', { ...second, audience });
  // Two more users could not load the version `second` of `orders`.
  await tell('stock', 'second', 'failed', users.slice(0, 2));
  expect(await fetchStatus('stock')).toMatchObject({ canary: { version: 'second' } });
  await tell('stock', 'second', 'failed', users.slice(2, 3));
  expect(await fetchStatus('stock')).toMatchObject({ version: 'first', canary: null });
  expect((await calls.history(token, '?limit=1'))[0]).toMatchObject({
    action: 'automatic-rollback',
    from: 'second',
    to: 'first',
    audience,
    reason: 'It failed for 3 of 3 users',
  });
});

test('the version of an automatic rollback is in rollout again', async () => {
  for (const version of ['third', 'fourth']) await calls.published(token, 'stock', version, { version });
  await tell('stock', 'third', 'failed', users.slice(0, 3));
  expect(await fetchStatus('stock')).toMatchObject({ version: 'fourth' });
  await tell('stock', 'fourth', 'failed', users.slice(0, 3));
  expect(await fetchStatus('stock')).toMatchObject({ version: 'third', in_rollout: true });
  await tell('stock', 'third', 'failed', users.slice(0, 2));
  expect(await fetchStatus('stock')).toMatchObject({ version: 'third' });
  await tell('stock', 'third', 'failed', users.slice(0, 3));
  expect(await fetchStatus('stock')).toMatchObject({ version: 'first' });
});

test('outcomes of a canary count after its promotion', async () => {
  const audience = { tenants: ['smsa'] };
  await calls.published(token, 'stock', 'fifth', { version: 'fifth', audience });
  await tell('stock', 'fifth', 'mounted', users.slice(0, 4));
  await tell('stock', 'fifth', 'failed', users.slice(4, 6));
  await calls.changed(token, 'stock', 'promote');
  await tell('stock', 'fifth', 'failed', users.slice(6, 7));
  // Three of seven.
  expect(await fetchStatus('stock')).toMatchObject({ version: 'fifth', in_rollout: true });
});

test('a first version is not rolled back', async () => {
  const { token: fresh } = await calls.createToken('welcome-first');
  await calls.published(fresh, 'welcome-first', 'only', first);
  await tell('welcome-first', 'first', 'failed', users);
  expect(await fetchStatus('welcome-first')).toMatchObject({ version: 'first', in_rollout: false });
});

test('an outcome needs a user', async () => {
  const send = (credential: string) => calls.outcome(credential, 'orders', 'second', 'failed');
  expect(await readError(await send(token))).toBe('401 not-authenticated');
  expect(await readError(await send(server.operatorKey))).toBe('401 not-authenticated');
  const body = { module: 'orders', version: 'second', outcome: 'perhaps' };
  const response = await server.call('POST', '/api/publishing/outcomes', { token: users[0] ?? '', body });
  expect(await readError(response)).toBe('400 invalid-request');
});

test('the operator may switch automatic rollbacks off', async () => {
  const other = await startTestServer({
    PORTICO_AUTOMATIC_ROLLBACK_PERCENT: 'off',
    PORTICO_AUTOMATIC_ROLLBACK_USERS: '1',
  });
  try {
    const { createToken, modules, outcome, published } = publishingCalls(other);
    const { token: team } = await createToken('welcome', 'smsa');
    await published(team, 'smsa', 'first', first);
    await published(team, 'smsa', 'second', second);
    const { token: user } = await other.signIn('ana@portico.test');
    expect((await outcome(user, 'smsa', 'second', 'failed')).status).toBe(204);
    expect((await modules(team)).find(({ module }) => module === 'smsa')).toMatchObject({ version: 'second' });
  } finally {
    await other.stop();
  }
});
