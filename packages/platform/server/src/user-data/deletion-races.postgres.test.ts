import { testServer } from '../testing/start-test-server';
import { notificationCalls } from '../testing/test-notifications';

const server = testServer();
const calls = notificationCalls(server);

test('users can be deleted while they are notified', async () => {
  const { key } = await calls.createKey('hrstudium');
  const emails = Array.from({ length: 60 }, (_, number) => `user${number}@portico.test`);
  for (const email of emails) {
    await server.operate('POST', 'users', { email, name: 'User' });
    await server.operate('PUT', `tenants/smsa/apps/hrstudium/users/${email}`, {});
    await calls.notify(key, [email], 'First');
  }
  const statuses: Record<string, number> = {};
  const count = (name: string, { status }: Response) => {
    const result = `${name} ${status}`;
    statuses[result] = (statuses[result] ?? 0) + 1;
  };
  for (const email of emails) {
    const notify = async () => count('notify', await calls.send(key, { emails: [email], title: 'x' }));
    const remove = async () => count('delete', await server.operate('DELETE', `users/${email}`));
    await Promise.all([notify(), notify(), notify(), remove(), notify(), notify(), notify()]);
  }
  expect(statuses).toEqual({ 'notify 201': 360, 'delete 204': 60 });
});
