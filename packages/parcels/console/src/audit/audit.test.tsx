import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const record = {
  id: 7,
  at: '2026-05-01T09:30:00.000Z',
  action: 'access-granted',
  actor: { kind: 'user', id: 'u1', name: 'tiago@portico.test' },
  user: { id: 'u2', email: 'nina@portico.test' },
  account: null,
  tenant: 'smsa',
  target: 'smsa',
  details: {},
  address: '::1',
  request_id: 'r1',
};

const answer = (caller = olga, records: readonly object[] = [record, { ...record, id: 6, action: 'new-action' }]) =>
  answerCalls({
    'GET self': { body: caller },
    'GET tenants/smsa/audit': { body: records },
    'GET audit': { body: records },
  });

test('actions have names, unknown ones stay as they are, and the newest come first without reads', async () => {
  const { calls } = answer();
  await openConsole('/audit');
  expect(await screen.findByRole('rowheader', { name: 'Access granted' })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'new-action' })).toBeVisible();
  expect(calls.at(-1)?.query).toEqual({ newest: 'true', limit: '100' });
});

test.each([
  ['en', 'Reason: Wrong password, Method: passkey, Limit: Failed sign-ins in this tenant, colour: blue'],
  ['pt', 'Motivo: Senha errada, Método: chave de acesso, Limite: Acessos recusados neste tenant, colour: blue'],
] as const)('details are words, unknown names and codes stay as they are: %s', async (locale, text) => {
  const details = {
    reason: 'wrong-password',
    method: 'passkey',
    bucket: 'signInOfAccount:Abc1',
    word: '',
    colour: 'blue',
  };
  answer(olga, [{ ...record, details }]);
  await openConsole('/audit', locale);
  expect(await screen.findByRole('cell', { name: text })).toBeVisible();
});

test('details of changes are words too', async () => {
  const look = { before: { logo: null, hosts: ['a.test', 'b.test'] }, after: { name: 'Acme', passwords_off: true } };
  answer(olga, [
    { ...record, details: { ...look, audience: { percent: 10 }, expires_at: '2026-05-09T09:00:00.000Z' } },
  ]);
  await openConsole('/audit');
  expect(await screen.findByText(/^Before: \(Logo: –, Hosts: a\.test, b\.test\), After: /)).toHaveTextContent(
    /After: \(Name: Acme, Passwords switched off: yes\), Audience: \(Percentage: 10\), Ends: May 9, 2026, /,
  );
});

test('the filters of the address are asked for, and are those of the command', async () => {
  const { calls } = answer();
  await openConsole('/audit?user=nina@portico.test&action=access-granted&reads=true');
  await screen.findByRole('rowheader', { name: 'Access granted' });
  expect(calls.at(-1)?.query).toMatchObject({ user: 'nina@portico.test', action: 'access-granted', reads: 'true' });
  const command =
    'portico audit --user nina@portico.test --action access-granted --tenant smsa --since 2000-01-01 --reads';
  expect(screen.getByText(command)).toBeInTheDocument();
});

test('a half-typed person is no filter yet, and no failure', async () => {
  const { calls } = answer();
  await openConsole('/audit?user=nina@port&actor=olg');
  expect(await screen.findByText(/^Type the whole e-mail or id/)).toBeVisible();
  expect(await screen.findByRole('rowheader', { name: 'Access granted' })).toBeVisible();
  expect(calls.at(-1)?.query).toEqual({ newest: 'true', limit: '100' });
});

test('an export says that it runs, until the file is saved', async () => {
  const { answers } = answer();
  Object.assign(URL, { createObjectURL: () => 'blob:audit', revokeObjectURL() {} });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await openConsole('/audit');
  const csv = await screen.findByRole('button', { name: 'Export as CSV' });
  await screen.findByRole('rowheader', { name: 'Access granted' });
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  answers['GET tenants/smsa/audit'] = async () => {
    await finished;
    return { body: [record] };
  };
  await userEvent.click(csv);
  expect(csv).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('button', { name: 'Export as JSON' })).toHaveAttribute('aria-disabled', 'true');
  finish();
  await waitFor(() => expect(csv).not.toHaveAttribute('aria-busy'));
  jest.restoreAllMocks();
});

test('an operator switches to the whole portal', async () => {
  const { calls } = answer();
  await openConsole('/audit');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'The whole portal' }));
  await waitFor(() => expect(calls.at(-1)?.route).toBe('GET audit'));
});

test('an auditor of a tenant stays in it, whatever the address says', async () => {
  const { calls } = answer({ ...olga, is_operator: false });
  await openConsole('/audit?all=true');
  await screen.findByRole('rowheader', { name: 'Access granted' });
  expect(calls.map(({ route }) => route)).not.toContain('GET audit');
  expect(screen.queryByRole('checkbox', { name: 'The whole portal' })).not.toBeInTheDocument();
});

test('a log without such records says so', async () => {
  answer(olga, []);
  await openConsole('/audit');
  expect(await screen.findByText('No record matches these filters.')).toBeVisible();
});
