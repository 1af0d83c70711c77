import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const operator = { ...olga, permissions: ['roles.read', 'roles.manage'] };
const administrator = { ...operator, is_operator: false };
const rui = { email: 'rui@acme.test', name: 'Rui', granted: { role: 'help-desk', tenant: 'smsa' } };
const paulo = { email: 'paulo@acme.test', name: 'Paulo', granted: { role: 'publisher', modules: ['smsa'] } };

function answer(caller: object) {
  return answerCalls({
    'GET self': { body: caller },
    'GET tenants/smsa/roles': { body: { items: [rui], next: null } },
    'GET roles': { body: { items: [rui, paulo], next: null } },
    'PUT roles': { status: 204 },
    'PUT tenants/smsa/roles': { status: 204 },
    'DELETE tenants/smsa/roles': { status: 204 },
  });
}

test('an administrator takes a role of the tenant away, and sees no others', async () => {
  const { calls } = answer(administrator);
  await openConsole('/roles');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Take away: rui@acme.test, Help desk' }));
  const dialog = screen.getByRole('dialog', { name: 'Take the role of rui@acme.test away?' });
  await user.click(within(dialog).getByRole('button', { name: 'Command' }));
  expect(within(dialog).getByText('portico role revoke rui@acme.test help-desk --tenant smsa')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Take away' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toContainEqual(
    expect.objectContaining({
      route: 'DELETE tenants/smsa/roles',
      body: { email: 'rui@acme.test', granted: { role: 'help-desk', tenant: 'smsa' } },
    }),
  );
  expect(screen.queryByRole('combobox', { name: 'Roles' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Grant a role' }));
  const options = within(screen.getByRole('dialog')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Administrator', 'Help desk', 'Auditor']);
});

test('an operator grants a role in the whole portal', async () => {
  const { calls } = answer(operator);
  await openConsole('/roles?scope=portal&search=pa&role=publisher');
  expect(await screen.findByRole('rowheader', { name: 'Paulo' })).toBeVisible();
  expect(calls.find(({ route }) => route === 'GET roles')?.query).toEqual({
    search: 'pa',
    role: 'publisher',
    limit: '100',
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Grant a role' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Grant a role' }));
  await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'ivo@acme.test');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'Publisher');
  await user.type(dialog.getByRole('textbox', { name: 'Modules and packages' }), 'orders, @acme/api');
  await user.click(dialog.getByRole('button', { name: 'Grant' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toContainEqual(
    expect.objectContaining({
      route: 'PUT roles',
      body: { email: 'ivo@acme.test', granted: { role: 'publisher', modules: ['orders', '@acme/api'] } },
    }),
  );
});

test('an auditor reads roles and changes none', async () => {
  answer({ ...administrator, permissions: ['roles.read'] });
  await openConsole('/roles');
  expect(await screen.findByRole('rowheader', { name: 'Rui' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Take away|Grant/ })).toBeNull();
});
