import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';
import { setScreen } from '../testing/set-screen';

prepareConsole();

const tiago = { ...olga, is_operator: false, permissions: ['access.read', 'access.manage'] };
const apps = [
  { module: 'smsa', name: 'SMSA', is_live: true },
  { module: 'smssa', name: 'Mistyped', is_live: false },
];
const groups = [{ id: 'g1', name: 'Drivers', modules: ['smsa'], members: 1 }];
const ana = { email: 'ana@portico.test', name: 'Ana', direct: ['smsa'], groups: [] };
const mapped = [{ module: 'smssa', group: null, provider: 'Acme ID' }];
const eva = { email: 'eva@portico.test', name: 'Eva', direct: [], groups: ['g1'], mapped };
const mapping = {
  id: 'm1',
  provider: null,
  claim: 'groups',
  value: 'Service desk',
  module: 'smsa',
  group: null,
  people: 3,
};
const request = {
  id: 'r1',
  email: 'eva@portico.test',
  name: 'Eva',
  module: 'smssa',
  reason: 'For work',
  created_at: '',
};

function answer(members: readonly object[] = [ana, eva], requests: readonly object[] = []) {
  return answerCalls({
    'GET self': { body: tiago },
    'GET tenants/smsa/groups': { body: { groups, apps } },
    'GET tenants/smsa/access': { body: { items: members, next: null } },
    'GET tenants/smsa/access-requests': { body: { items: requests, next: null } },
    'PATCH tenants/smsa/access': { status: 204 },
    'PATCH tenants/smsa/groups/g1': { status: 204 },
    'POST tenants/smsa/access-requests/r1/answer': { status: 204 },
    'GET tenants/smsa/mappings': { body: { mappings: [mapping], providers: [{ id: 'p1', name: 'Acme ID' }] } },
    'POST tenants/smsa/mappings': { status: 201, body: { id: 'm2' } },
    'DELETE tenants/smsa/mappings/m1': { status: 204 },
  });
}

const cell = (name: string) => screen.findByRole('checkbox', { name });

test('changes are collected with the keyboard and saved together', async () => {
  const { calls } = answer();
  await openConsole('/access');
  const user = userEvent.setup();
  const first = await cell('Ana: SMSA');
  expect(await screen.findByRole('grid')).toBeVisible();
  expect(await cell('Eva: SMSA')).toHaveAccessibleDescription('By Drivers');
  expect(await cell('Eva: Mistyped')).toHaveAccessibleDescription('By Acme ID');
  expect(await cell('Eva: Mistyped')).not.toBeChecked();
  act(() => first.focus());
  await user.keyboard(' {ArrowDown}{ArrowRight} ');
  expect(await cell('Eva: Mistyped')).toHaveFocus();
  expect(screen.getByText('2 changes')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('2 changes')).not.toBeInTheDocument());
  expect(calls.find(({ route }) => route === 'PATCH tenants/smsa/access')?.body).toEqual({
    grant: [{ email: 'eva@portico.test', module: 'smssa' }],
    revoke: [{ email: 'ana@portico.test', module: 'smsa' }],
  });
});

test('after a conflict the second user sees what the first has changed, and decides', async () => {
  const { answers, calls } = answer();
  await openConsole('/access');
  const user = userEvent.setup();
  await user.click(await cell('Ana: SMSA'));
  await user.click(await cell('Ana: Mistyped'));
  answers['PATCH tenants/smsa/access'] = { status: 409, body: { code: 'access-changed', message: 'Ana (smsa)' } };
  answers['GET tenants/smsa/access'] = { body: { items: [{ ...ana, direct: [] }, eva], next: null } };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ana (smsa)');
  expect(await screen.findByText('1 change')).toBeVisible();
  answers['PATCH tenants/smsa/access'] = { status: 204 };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText('1 change')).not.toBeInTheDocument());
  expect(calls.filter(({ route }) => route.startsWith('PATCH')).at(-1)?.body).toEqual({
    grant: [{ email: 'ana@portico.test', module: 'smssa' }],
    revoke: [],
  });
});

test('a key without a live module is marked', async () => {
  answer();
  await openConsole('/access');
  expect(await screen.findByRole('columnheader', { name: /^Mistyped No live module has this key/ })).toBeVisible();
});

test('a narrow screen has a list a person', async () => {
  setScreen('narrow');
  answer();
  await openConsole('/access');
  const list = await screen.findByRole('list', { name: 'Members and applications' });
  expect(within(list).getByRole('checkbox', { name: 'Ana: SMSA' })).toBeChecked();
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
});

test('a request is answered in two clicks', async () => {
  const { answers, calls } = answer([ana, eva], [request]);
  await openConsole('/access');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Grant' }));
  answers['GET tenants/smsa/access-requests'] = { body: { items: [], next: null } };
  await user.click(
    within(screen.getByRole('dialog', { name: 'Eva asks for Mistyped' })).getByRole('button', { name: 'Grant' }),
  );
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Requests' })).not.toBeInTheDocument());
  const sent = calls.find(({ route }) => route.startsWith('POST'));
  expect(sent?.body).toEqual({ modules: ['smssa'], word: '' });
});

test('a group gets an application', async () => {
  const { calls } = answer();
  await openConsole('/access/groups');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Mistyped/ }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route.startsWith('PATCH'))?.body).toEqual({ add_modules: ['smssa'] }),
  );
});

test('a group of a provider gets an application, and loses it', async () => {
  const { calls } = answer();
  await openConsole('/access/mappings');
  const user = userEvent.setup();
  expect(await screen.findByText('Service desk gives SMSA')).toBeVisible();
  expect(screen.getByText('groups · 3 users')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Group at the provider' }), 'Crew');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Gives' }), 'The group Drivers');
  await user.click(screen.getByRole('button', { name: 'Map' }));
  await waitFor(() =>
    expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({
      claim: 'groups',
      value: 'Crew',
      group_id: 'g1',
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Remove Service desk gives SMSA' }));
  const dialog = screen.getByRole('dialog', { name: 'Remove “Service desk gives SMSA”?' });
  expect(dialog).toHaveTextContent("portico tenant map smsa --claim groups --group 'Service desk' --app smsa --remove");
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain('DELETE tenants/smsa/mappings/m1'));
});

test('a tenant without a provider says what to do first, instead of the form', async () => {
  const { answers } = answer();
  answers['GET tenants/smsa/mappings'] = { body: { mappings: [], providers: [] } };
  await openConsole('/access/mappings');
  expect(await screen.findByText(/An operator adds one first/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign-in providers' })).toHaveAttribute('href', '/console/sign-in');
  expect(screen.queryByRole('button', { name: 'Map' })).not.toBeInTheDocument();
});

test('an empty tenant and a failure say so', async () => {
  const { answers } = answer([]);
  await openConsole('/access');
  expect(await screen.findByText('No member matches.')).toBeVisible();
  answers['GET tenants/smsa/access'] = { status: 500, body: { code: 'internal', message: 'Broken.' } };
  await userEvent.type(screen.getByRole('searchbox'), 'ana{Enter}');
  expect(await screen.findByText('Broken.')).toBeVisible();
});

test('a group of the directory is shown as such, and only its applications change by hand', async () => {
  const group = { id: 'g1', name: 'Sales', modules: [], members: 2, is_directory: true };
  const { calls } = answerCalls({
    'GET self': { body: tiago },
    'GET tenants/smsa/groups': { body: { groups: [group], apps } },
    'GET tenants/smsa/groups/g1/members': { body: { items: [ana], next: null } },
    'PATCH tenants/smsa/groups/g1': { status: 204 },
  });
  await openConsole('/access/groups');
  const user = userEvent.setup();
  expect(await screen.findByText('The directory of the tenant manages its name and members.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Members' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sales' }));
  expect(await dialog.findByText('Ana')).toBeVisible();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Remove Ana' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('checkbox', { name: 'SMSA' }));
  const changed = () => calls.find(({ route }) => route === 'PATCH tenants/smsa/groups/g1')?.body;
  await waitFor(() => expect(changed()).toEqual({ add_modules: ['smsa'] }));
});

test('a role that only reads has no way to change a group or a cell', async () => {
  const { answers } = answer();
  answers['GET self'] = { body: { ...tiago, permissions: ['access.read'] } };
  await openConsole('/access/groups');
  expect(await screen.findByRole('checkbox', { name: 'SMSA' })).toBeDisabled();
  await userEvent.click(screen.getByRole('link', { name: 'Members and applications' }));
  expect(await cell('Ana: SMSA')).toHaveAttribute('aria-disabled', 'true');
});
