import pLimit from 'p-limit';
import { grantApp } from '../../identity/accounts/app-repository';
import { findUserByEmail, insertUser } from '../../identity/accounts/user-repository';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { testServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';

const userCount = 200;
const tabsOfEach = 5;
const notificationCount = 40;
const recipientsOfEach = 50;
/** Users who sign in concurrently. */
const signInsAtOnce = 20;
/**
 * Notifications that are sent concurrently. More would wait too long for a connection to the database, on a busy machine.
 */
const notificationsAtOnce = 10;

const emails = Array.from({ length: userCount }, (_, number) => `user-${number}@load.test`);

const limits = { signInFromAddress: { tries: 1_000, window: 60_000 } };
const server = testServer({ TRUST_PROXY: 'loopback' }, { limits });
const clients = createRealtimeClients(server);
beforeAll(async () => {
  const ana = await findUserByEmail(server.database, 'ana@portico.test');
  await server.database.transaction(async (tx) => {
    for (const email of emails) {
      const user = await insertUser(tx, { email, name: email, passwordHash: ana?.passwordHash ?? null }, server.now());
      await grantApp(tx, { userId: user?.id ?? '', tenant: 'smsa', module: 'smsa' }, new Date());
    }
  });
});
afterEach(() => clients.closeAll());

/** Every user gets ten of the forty, and neighbours get different ones. */
function getRecipients(number: number): string[] {
  return Array.from({ length: recipientsOfEach }, (_, index) => emails[(number * 35 + index) % userCount] ?? '');
}

/** Each user is at an address of their own. */
async function openTabs(email: string, number: number) {
  const { token } = await server.signIn(email);
  const wsOptions = { headers: { 'x-forwarded-for': `10.5.${number}.1` } };
  const tabs = Array.from({ length: tabsOfEach }, () => clients.listen(email, token, { wsOptions }));
  return (await Promise.all(tabs)).map((tab) => ({ email, ...tab }));
}

test('each of a thousand tabs gets the messages of its user once, of two thousand, and no others', async () => {
  const tabs = (await pLimit(signInsAtOnce).map(emails, openTabs)).flat();
  expect(tabs).toHaveLength(1_000);
  const { createKey, notify } = notificationCalls(server);
  const { key } = await createKey('smsa');
  const numbers = Array.from({ length: notificationCount }, (_, number) => number);
  await pLimit(notificationsAtOnce).map(numbers, (number) => notify(key, getRecipients(number), String(number)));
  // The last message: when it is here, no other is on its way.
  await notify(key, emails, 'All');
  await Promise.all(tabs.map((tab) => tab.message('All')));
  for (const { email, messages } of tabs) {
    const expected = numbers.filter((number) => getRecipients(number).includes(email)).map(String);
    expect(expected).toHaveLength((notificationCount * recipientsOfEach) / userCount);
    expect(messages.map(({ title }) => title).toSorted()).toEqual([...expected, 'All'].toSorted());
  }
});
