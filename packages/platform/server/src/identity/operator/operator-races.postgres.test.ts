import { testServer } from '../../testing/start-test-server';

const server = testServer();

test('a tenant and a user can be deleted while an app is defined and granted', async () => {
  const statuses = new Set<string>();
  for (let turn = 0; turn < 25; turn++) {
    const [tenant, user] = [`tenant${turn}`, `user${turn}@portico.test`];
    await server.operate('POST', 'tenants', { key: tenant, name: 'Tenant' });
    await server.operate('POST', 'users', { email: user, name: 'User' });
    const calls: [string, string, string, object?][] = [
      ['defined', 'PUT', `tenants/${tenant}/apps/orders`, { name: 'Orders', new: true }],
      ['removed', 'DELETE', `tenants/${tenant}`],
      ['granted', 'PUT', `tenants/smsa/apps/hrstudium/users/${user}`, {}],
      ['deleted', 'DELETE', `users/${user}`],
    ];
    await Promise.all(
      calls.map(async ([name, method, path, body]) => {
        statuses.add(`${name} ${(await server.operate(method, path, body)).status}`);
      }),
    );
  }
  const possible = ['defined 204', 'defined 404', 'granted 204', 'granted 404', 'removed 204', 'deleted 204'];
  expect([...statuses].filter((status) => !possible.includes(status))).toEqual([]);
});
