import { mkdtempSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killProcesses, startProcess } from '../../testing/start-process';
import { testServer } from '../../testing/start-test-server';
import { notificationCalls } from '../../testing/test-notifications';

const ana = 'ana@portico.test';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
// As by default: the data is in `.portico` of the working folder.
const server = testServer({ PORTICO_DATA: path.join(folder, '.portico') });
afterAll(killProcesses);

async function portico(parameters: readonly string[], variables: Record<string, string> = {}) {
  const connection = { PORTICO_URL: server.url, PORTICO_OPERATOR_KEY: server.operatorKey };
  const command = startProcess('cli/main.js', parameters, { ...connection, ...variables }, '', folder);
  const code = await command.exit;
  return { code, output: command.output().trim(), errors: command.errors().trim() };
}

const getList = async (email: string) => {
  const { token } = await server.signIn(email);
  return (await notificationCalls(server).list(token)).notifications;
};

test('right after the start a notification is one command, with no set-up', async () => {
  const content = ['--body', 'Seven of nine', '--redirect', '/smsa/orders/7', '--icon', 'bell'];
  const sent = await portico(['notify', ana, 'Order 7', '--module', 'smsa', ...content]);
  expect(sent).toEqual({ code: 0, output: 'Sent to 1 user.', errors: '' });
  expect(await getList(ana)).toMatchObject([
    { title: 'Order 7', body: 'Seven of nine', redirect: '/smsa/orders/7', icon: 'bell', module: 'smsa' },
  ]);
  expect((await stat(path.join(folder, '.portico/service-keys.json'))).mode & 0o777).toBe(0o600);
});

test('a key is created, used, listed and revoked', async () => {
  const { output: key } = await portico(['token', 'create', 'hrstudium', '--name', 'Back end']);
  expect(key).toMatch(/^portico_sk_[\w-]{43}$/);
  const notify = () => portico(['notify', `${ana},carla@portico.test`, 'By key'], { PORTICO_SERVICE_KEY: key });
  const sent = 'Sent to 1 user. 1 of the named users cannot use the module.';
  expect(await notify()).toEqual({ code: 0, output: sent, errors: '' });
  expect(await getList(ana)).toContainEqual(expect.objectContaining({ title: 'By key', module: 'hrstudium' }));

  const { output: table } = await portico(['token', 'list']);
  const [id = ''] =
    table
      .split('\n')
      .find((line) => line.includes('Back end'))
      ?.split(' ') ?? [];
  expect(await portico(['token', 'revoke', id])).toMatchObject({ code: 0 });
  expect(await notify()).toEqual({ code: 1, output: '', errors: 'The service key is wrong.' });
});

test('an error is one sentence', async () => {
  expect(await portico(['notify', ana, 'x'])).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^No service key: use --token/),
  });
  expect(await portico(['notify', 'ana', 'x', '--module', 'smsa'])).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^A notification needs e-mails/),
  });
  expect(await portico(['token', 'revoke', 'nonsense'])).toMatchObject({
    errors: 'There is no such service key or team token.',
  });
  expect(await portico(['token', 'create', 'profile'])).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^A service key needs one module key/),
  });
});
