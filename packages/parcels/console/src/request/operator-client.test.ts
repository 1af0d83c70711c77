import { createPortalDouble } from '@portico/module-kit/testing/portal-double';
import * as v from 'valibot';
import { answerCalls } from '../testing/answer-calls';
import { createOperatorClient, operatorPath } from './operator-client';

const { portal, calls: portalCalls } = createPortalDouble({ locale: 'en' }, () => {});
const numberSchema = v.object({ number: v.number() });
const confirm = jest.fn(async () => true);
const client = createOperatorClient(portal, confirm);

beforeEach(() => confirm.mockClear());

test('a call has the token, the language, the query without its empty values, and JSON', async () => {
  const { calls } = answerCalls({ 'PATCH tenants/a%2Fb': { body: { number: 7 } } });
  const query = { search: 'ana lima', after: '', limit: 50, all: undefined };
  const options = { method: 'PATCH', query, body: { name: 'B' } } as const;
  expect(await client.sendFor(operatorPath`tenants/${'a/b'}`, numberSchema, options)).toEqual({ number: 7 });
  expect(calls).toEqual([
    {
      route: 'PATCH tenants/a%2Fb',
      query: { search: 'ana lima', limit: '50' },
      body: { name: 'B' },
      headers: { Authorization: 'Bearer a-token', 'Accept-Language': 'en', 'Content-Type': 'application/json' },
    },
  ]);
});

test('a refused token is renewed once', async () => {
  let answers = 0;
  answerCalls({
    'GET self': () => {
      answers += 1;
      return answers === 1 ? { status: 401, body: { code: 'token', message: '' } } : { body: { number: 1 } };
    },
  });
  expect(await client.sendFor('self', numberSchema)).toEqual({ number: 1 });
  expect(portalCalls.validate).toEqual([true]);
});

test('a token that expired while the user waited for a mailed code is renewed', async () => {
  let answers = 0;
  const { calls } = answerCalls({
    'POST confirmation': () => {
      answers += 1;
      return answers === 1 ? { status: 401, body: { code: 'token', message: '' } } : { status: 204 };
    },
  });
  await client.send('confirmation', { method: 'POST', body: { mailed_code: '123456' } });
  expect(calls.map(({ body }) => body)).toEqual([{ mailed_code: '123456' }, { mailed_code: '123456' }]);
});

test('a dangerous step asks for the password and is repeated', async () => {
  let isConfirmed = false;
  const { calls } = answerCalls({
    'DELETE tenants/acme': () =>
      isConfirmed ? { status: 204 } : { status: 403, body: { code: 'confirmation-needed', message: '' } },
  });
  confirm.mockImplementationOnce(async () => {
    isConfirmed = true;
    return true;
  });
  expect((await client.send('tenants/acme', { method: 'DELETE' })).status).toBe(204);
  expect([calls.length, confirm.mock.calls.length]).toEqual([2, 1]);
});

test('a step whose password is not confirmed is not repeated', async () => {
  const needed = { status: 403, body: { code: 'confirmation-needed', message: '' } };
  const { calls } = answerCalls({ 'DELETE tenants/acme': needed });
  confirm.mockResolvedValueOnce(false);
  await expect(client.send('tenants/acme', { method: 'DELETE' })).rejects.toMatchObject({ code: 'not-confirmed' });
  expect(calls).toHaveLength(1);
});

test.each([
  [{ status: 409, body: { code: 'changed', message: 'Changed meanwhile.' } }, 409, 'changed', 'Changed meanwhile.'],
  [{ status: 502, body: '<html>' }, 502, 'unknown', ''],
  [{ body: { number: 'seven' } }, 0, 'unexpected-answer', ''],
  [{}, 0, 'unexpected-answer', ''],
])('the answer %j is a failure', async (answer, status, code, message) => {
  answerCalls({ 'GET self': answer });
  await expect(client.sendFor('self', numberSchema)).rejects.toMatchObject({ status, code, message });
});

test('a server that cannot be reached is a failure, and a call that is not needed any more is none', async () => {
  globalThis.fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(client.send('self')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  const signal = AbortSignal.abort();
  await expect(client.send('self', { signal })).rejects.toBe(signal.reason);
});
