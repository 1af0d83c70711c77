import { decodeJwt } from 'jose';
import { createApp } from '../../http/create-app';
import { readEnvironment } from '../../process/environment';
import { testServer } from '../../testing/start-test-server';
import { waitFor } from '../../testing/wait-for';
import { createBrokerClients } from './broker-clients';

const ana = 'ana@portico.test';

const server = testServer();

test('a client that is created again while it is removed with its session is removed again', async () => {
  const { database, now } = server;
  const { log } = createApp(readEnvironment({ LOG_LEVEL: 'silent' }));
  const known = new Set<string>();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const security = {
    allow: async (username: string) => void known.add(username),
    // Its answer comes late.
    remove: async (username: string) => {
      known.delete(username);
      await answered;
    },
  };
  const clients = createBrokerClients({ database, log, now, secret: 'secret', security });
  const { token } = await server.signIn(ana);
  const sessionId = String(decodeJwt(token).sid);
  await clients.createCredentials(sessionId, ana);
  await server.call('DELETE', '/api/auth/invalidate', { token });
  const removing = clients.removeEnded();
  await waitFor(async () => (known.size === 0 ? true : undefined));
  // A call that had found the session live, of this process or of another one.
  server.passSeconds(1);
  await clients.createCredentials(sessionId, ana);
  answer();
  await removing;
  expect(known.size).toBe(1);
  await clients.removeEnded();
  expect([...known]).toEqual([]);
});
