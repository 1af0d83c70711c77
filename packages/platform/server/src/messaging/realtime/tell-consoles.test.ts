import { allConsoles, formatChannelMessage, importMapTopic } from '@portico/contract';
import { consoleCallerSchema } from '@portico/contract/administration';
import * as v from 'valibot';
import { createRealtimeClients } from '../../testing/realtime-clients';
import { testServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';
import { waitFor } from '../../testing/wait-for';

const server = testServer();
const clients = createRealtimeClients(server);
const calls = publishingCalls(server);

afterAll(() => clients.closeAll());

test('each change sends a message with the channel of its tenant, which only its consoles know', async () => {
  const granted = { role: 'administrator', tenant: 'smsa' };
  await server.operate('PUT', 'roles', { email: 'bruno@portico.test', granted });
  const { token } = await server.signIn('bruno@portico.test');
  const self = await server.call('GET', '/api/operator/self', { token });
  const { channel } = v.parse(consoleCallerSchema, await self.json());
  expect(channel).toMatch(/^[\w-]{16}$/);

  const { client, subscribe } = await clients.connect({});
  const payloads: string[] = [];
  client.removeAllListeners('message').on('message', (_topic, payload) => payloads.push(payload.toString()));
  await subscribe(importMapTopic);
  const until = async (wanted: string) => {
    await waitFor(async () => payloads.includes(formatChannelMessage(wanted)) || undefined);
    return payloads.splice(0).filter((payload) => payload === formatChannelMessage(wanted));
  };
  const ofSmsa = '/api/operator/tenants/smsa';
  const addGroup = (name: string) => server.call('POST', `${ofSmsa}/groups`, { token, body: { name } });
  expect((await Promise.all([addGroup('One'), addGroup('Two')])).map(({ status }) => status)).toEqual([201, 201]);
  // Changes within half a second are one message.
  expect(await until(channel)).toHaveLength(1);

  // Another tenant's change, a refused one, a read, and a typed password say nothing to the consoles of this one.
  await server.operate('PATCH', 'tenants/finouro', { name: 'Fin Ouro' });
  await addGroup('One');
  await server.call('GET', `${ofSmsa}/groups`, { token });
  await server.call('POST', '/api/operator/confirmation', { token, body: { password: 'portico-demo' } });
  const { token: ofTeam } = await calls.createToken('orders');
  await calls.published(ofTeam, 'orders', '1');
  await until(allConsoles);
  expect(payloads.join()).not.toContain(channel);

  const ana = await server.signIn('carla@portico.test');
  const asked = await server.call('POST', '/api/tenants/smsa/access-requests', {
    ...ana,
    body: { module: 'hrstudium' },
  });
  expect(asked.status).toBe(202);
  expect(await until(channel)).toHaveLength(1);
});
