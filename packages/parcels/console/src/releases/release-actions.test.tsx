import { screen, waitFor, within } from '@testing-library/react';
import { olga } from '../testing/answer-calls';
import { answerReleases, base, ofOrders, orders, paulo, plan, preview } from '../testing/answer-releases';
import { openConsole, openDialog, prepareConsole } from '../testing/open-console';

prepareConsole();

const sent = (calls: ReturnType<typeof answerReleases>['calls'], route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

test('a publisher widens a rollout, and sees its command', async () => {
  const { calls } = answerReleases();
  await openConsole('/releases/orders');
  expect(await screen.findByText('Rolled 1.1.0 out to 10 % of the users')).toBeVisible();
  const { user, dialog, ok } = await openDialog('Widen', 'Roll 1.1.0 of orders out');
  expect(within(dialog).getByRole('spinbutton')).toHaveValue(20);
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Few failures');
  const command = "portico publish-stored orders 1.1.0 --percent 20 --reason 'Few failures'";
  expect(within(dialog).getByText(command)).toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(calls, `POST ${ofOrders}/versions/1.1.0/publish`)).toEqual([
    { audience: { percent: 20 }, reason: 'Few failures', seen: 7 },
  ]);
});

test('a rollout gets a plan, or tenants', async () => {
  const { calls } = answerReleases();
  await openConsole('/releases/orders');
  const { user, dialog, ok } = await openDialog('Roll out: 1.2.0', 'Roll 1.2.0 of orders out');
  await user.selectOptions(within(dialog).getByRole('combobox'), 'The users of tenants');
  await user.type(within(dialog).getByRole('textbox', { name: 'The users of tenants' }), 'smsa, finouro');
  expect(within(dialog).getByText('portico publish-stored orders 1.2.0 --tenant smsa,finouro')).toBeInTheDocument();
  await user.selectOptions(within(dialog).getByRole('combobox'), 'More and more users, by a plan');
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(calls, `POST ${ofOrders}/versions/1.2.0/publish`)).toEqual([
    { rollout: '5%/10m,25%/1h,100%', reason: '', seen: 7 },
  ]);
});

test('a plan shows its next step, and is held', async () => {
  const { calls } = answerReleases(paulo, { ...orders, canary: { ...orders.canary, plan } });
  await openConsole('/releases/orders');
  expect(await screen.findByText('10%/10m,100%')).toBeVisible();
  expect(screen.getByText(/^Next step at /)).toBeVisible();
  const { user, ok } = await openDialog('Hold', 'Hold the plan of orders?');
  await user.click(ok);
  await waitFor(() => expect(sent(calls, `POST ${ofOrders}/hold`)).toEqual([{ reason: '', seen: 7 }]));
});

test('a plan on hold says why', async () => {
  const held = { by: 'portal', reason: 'Too few users', since: '2026-05-02T10:05:00.000Z' };
  answerReleases(paulo, { ...orders, canary: { ...orders.canary, plan: { ...plan, held } } });
  await openConsole('/releases/orders');
  expect(await screen.findByText(/^On hold since .*: Too few users\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('the second of two publishers sees who changed what, and then decides', async () => {
  const { answers, calls } = answerReleases();
  const message = 'olga@portico.test has changed this module since you looked at it.';
  answers[`POST ${ofOrders}/rollback`] = { status: 409, body: { code: 'module-changed', message } };
  await openConsole('/releases/orders');
  const { user, dialog, ok } = await openDialog('Roll back', 'Roll orders back?');
  expect(within(dialog).getByText(/^All users get 0\.9\.0 in place of 1\.0\.0\./)).toBeVisible();
  answers[`GET ${base}`] = { body: [{ ...orders, version: '1.1.0', previous: '1.0.0', revision: 8, canary: null }] };
  await user.click(ok);
  expect(await within(dialog).findByText(message)).toBeVisible();
  expect(await within(dialog).findByText(/^All users get 1\.0\.0 in place of 1\.1\.0\./)).toBeVisible();
  answers[`POST ${ofOrders}/rollback`] = { body: orders };
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent(calls, `POST ${ofOrders}/rollback`)).toEqual([
    { reason: '', seen: 7 },
    { reason: '', seen: 8 },
  ]);
});

test('a stored version is published; only operators put one into quarantine', async () => {
  const { calls } = answerReleases();
  const console = await openConsole('/releases/orders');
  const { user, ok } = await openDialog('Publish: 1.2.0', 'Publish 1.2.0 of orders?');
  expect(screen.queryByRole('button', { name: /^Quarantine/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Publish: 1.0.0' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /0\.8\.0$/ })).not.toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(sent(calls, `POST ${ofOrders}/versions/1.2.0/publish`)).toHaveLength(1));
  await waitFor(() =>
    expect(console.calls.toast).toContainEqual({ type: 'success', text: '1.2.0 of orders is live.' }),
  );
});

test('an operator puts a version into quarantine', async () => {
  const { calls } = answerReleases({ ...olga, permissions: ['releases.read', 'releases.manage'] });
  await openConsole('/releases/orders');
  const { user, dialog, ok } = await openDialog('Quarantine: 1.1.0', 'Put 1.1.0 of orders into quarantine?');
  expect(within(dialog).getByText('portico quarantine orders 1.1.0 --yes')).toBeInTheDocument();
  await user.click(ok);
  await waitFor(() =>
    expect(sent(calls, 'POST modules/orders/quarantine')).toEqual([{ version: '1.1.0', reason: '' }]),
  );
});

test('a preview link is shown', async () => {
  const { answers } = answerReleases();
  answers[`POST ${ofOrders}/versions/1.2.0/preview`] = {
    status: 201,
    body: {
      id: '6f0c1b9e-6f5b-4a77-9c39-6f2f9b2f6a11',
      module: 'orders',
      version: '1.2.0',
      link: '/orders/?portico-preview=abc',
      expires_at: '2026-06-01T00:00:00.000Z',
    },
  };
  await openConsole('/releases/orders');
  const { user, ok } = await openDialog('Preview: 1.2.0', 'Preview 1.2.0 of orders');
  await user.click(ok);
  const link = await screen.findByRole('link', { name: /portico-preview=abc$/ });
  expect(link).toHaveAttribute('href', `${location.origin}/orders/?portico-preview=abc`);
});

test('the preview links of the module are listed, and one is revoked', async () => {
  const { calls } = answerReleases();
  await openConsole('/releases/orders');
  const table = await screen.findByRole('table', { name: 'Preview links' });
  expect(within(table).getAllByRole('rowheader')).toHaveLength(1);
  expect(within(table).getByRole('row', { name: /1\.2\.0/ })).toHaveTextContent('olga@portico.test');
  const { user, dialog, ok } = await openDialog('Revoke: 1.2.0, olga@portico.test', 'Revoke this preview of 1.2.0?');
  expect(within(dialog).getByText(`portico preview revoke ${preview.id}`)).toBeInTheDocument();
  await user.click(ok);
  await waitFor(() => expect(sent(calls, `DELETE /api/publishing/previews/${preview.id}`)).toHaveLength(1));
});
