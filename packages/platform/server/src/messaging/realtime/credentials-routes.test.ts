import { testServer } from '../../testing/start-test-server';

// Nothing listens at this port: a call within the limit is answered with 503.
const variables = { MQTT_URL: 'mqtt://127.0.0.1:9', TRUST_PROXY: 'loopback' };
const server = testServer(variables, {
  configuration: { realtime: { credentials: 'dynamic', url: 'wss://broker.test' }, hosts: { localhost: 'smsa' } },
  limits: { brokerCredentialsFromAddress: { tries: 2, window: 60_000 } },
});

async function ask(address: string, token?: string): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  const options = token === undefined ? { headers } : { headers, token };
  return (await server.call('POST', '/api/realtime/credentials', options)).status;
}

test('browsers without a session at one address get a limited number of credentials; sessions are not counted', async () => {
  const attacker = '10.0.0.1';
  expect([await ask(attacker), await ask(attacker), await ask(attacker)]).toEqual([503, 503, 429]);
  expect(await ask('10.0.0.2')).toBe(503);
  const { token } = await server.signIn('ana@portico.test');
  expect(await ask(attacker, token)).toBe(503);
  server.passSeconds(30);
  expect([await ask(attacker), await ask(attacker)]).toEqual([503, 429]);
});
