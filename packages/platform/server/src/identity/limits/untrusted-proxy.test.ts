import { testServer } from '../../testing/start-test-server';

const server = testServer({}, { limits: { signInFromAddress: { tries: 3, window: 60_000 } } });

test('an address that an untrusted proxy sends is ignored', async () => {
  const statuses: number[] = [];
  for (let guess = 1; guess <= 4; guess++) {
    const body = { email: `somebody-${guess}@portico.test`, password: 'wrong' };
    const headers = { 'x-forwarded-for': `10.0.0.${guess}` };
    statuses.push((await server.call('POST', '/api/auth', { body, headers })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
});
