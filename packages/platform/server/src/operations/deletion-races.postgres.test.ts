import { deleteOldNotifications } from '../messaging/notifications/notification-repository';
import { testServer } from '../testing/start-test-server';
import { notificationCalls } from '../testing/test-notifications';

const server = testServer();
const calls = notificationCalls(server);

const password = 'a long enough password';
const remove = (email: string) => server.operate('DELETE', `users/${email}`);

/** Users of the module `hrstudium`. */
async function addUsers(count: number, prefix: string): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, number) => `${prefix}${number}@portico.test`);
  for (const email of emails) {
    await server.operate('POST', 'users', { email, name: 'User', password, tenant: 'smsa' });
    await server.operate('PUT', `tenants/smsa/apps/hrstudium/users/${email}`, {});
  }
  return emails;
}

function countStatuses() {
  const statuses: Record<string, number> = {};
  const count = async (name: string, response: Promise<Response>) => {
    const result = `${name} ${(await response).status}`;
    statuses[result] = (statuses[result] ?? 0) + 1;
  };
  return { count, statuses };
}

test('users can be deleted while they are notified', async () => {
  const { key } = await calls.createKey('hrstudium');
  const { count, statuses } = countStatuses();
  for (const email of await addUsers(60, 'notified')) {
    await calls.notify(key, [email], 'First');
    const notify = () => count('notify', calls.send(key, { emails: [email], title: 'x' }));
    await Promise.all([notify(), notify(), notify(), count('delete', remove(email)), notify(), notify(), notify()]);
  }
  expect(statuses).toEqual({ 'notify 201': 360, 'delete 204': 60 });
});

test('users can be deleted while their old notifications are deleted', async () => {
  const { key } = await calls.createKey('hrstudium');
  const { count, statuses } = countStatuses();
  for (const email of await addUsers(20, 'old')) {
    for (const title of ['One', 'Two', 'Three']) await calls.notify(key, [email], title);
    const deleteOld = () => deleteOldNotifications(server.database, new Date(server.now().getTime() + 1));
    await Promise.all([deleteOld(), count('delete', remove(email)), deleteOld()]);
  }
  expect(statuses).toEqual({ 'delete 204': 20 });
});

test('calls of a user who is deleted meanwhile need a new sign-in', async () => {
  const { count, statuses } = countStatuses();
  for (const email of await addUsers(20, 'calling')) {
    const { token } = await server.signIn(email, password);
    const register = () =>
      count('call', server.call('POST', '/api/notifications/register', { token, body: { token: email } }));
    const body = [{ module: 'hrstudium', enabled: false }];
    const prefer = () => count('call', server.call('PUT', '/api/notifications/preferences', { token, body }));
    await Promise.all([
      register(),
      prefer(),
      count('delete', remove(email)),
      register(),
      prefer(),
      register(),
      prefer(),
    ]);
  }
  // 404: the user has no modules any more.
  const { 'call 204': done = 0, 'call 401': refused = 0, 'call 404': unknown = 0, ...others } = statuses;
  expect(others).toEqual({ 'delete 204': 20 });
  expect(done + refused + unknown).toBe(120);
});
