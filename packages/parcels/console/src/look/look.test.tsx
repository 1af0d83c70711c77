import type { TenantLook } from '@portico/contract/administration';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

beforeAll(() => {
  // jsdom has neither.
  Object.assign(window, { scrollTo: () => {} });
  Object.assign(URL, { createObjectURL: () => 'blob:http://localhost/logo', revokeObjectURL: () => {} });
});
prepareConsole();

const operator = { ...olga, permissions: ['look.read', 'look.manage', 'people.read'] };
const tiago = { ...operator, is_operator: false };
const saved: TenantLook = {
  key: 'smsa',
  name: 'SMSA',
  accent: '#c3311d',
  logo: null,
  sender_name: null,
  sender_address: null,
  hosts: ['smsa.example'],
  fixed_hosts: ['localhost'],
};
const png = new File(['picture'], 'logo.png', { type: 'image/png' });

async function open(caller: object = operator, look: Partial<TenantLook> = {}) {
  const answered = answerCalls({
    'GET self': { body: caller },
    'GET tenants/smsa/look': { body: { ...saved, ...look } },
    'PATCH tenants/smsa/look': { body: saved },
    'PUT tenants/smsa/look/logo': { status: 204 },
    'DELETE tenants/smsa/look/logo': { status: 204 },
  });
  const mounted = await openConsole('/look');
  await screen.findByRole('textbox', { name: 'Name' });
  return { ...answered, element: mounted.element, mounted, user: userEvent.setup() };
}

const field = (name: string) => screen.getByRole('textbox', { name });
const changes = (calls: readonly { readonly route: string; readonly body: unknown }[]) =>
  calls.filter(({ route }) => !route.startsWith('GET'));
/** A part of the preview. It is inert: its texts are not in the tree of accessibility. */
const preview = (title: string) => screen.getByText(title, { selector: 'figcaption' }).parentElement ?? document.body;
async function retype(user: ReturnType<typeof userEvent.setup>, name: string, text: string) {
  await user.clear(field(name));
  await user.type(field(name), text);
}

test('what is typed is in the preview at once, and saved only by the button', async () => {
  const { calls, mounted, user } = await open();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await retype(user, 'Name', 'Saúde');
  await retype(user, 'Accent', '#0b6e4f');
  await user.type(field('Sender of mails: name'), 'Help');
  for (const theme of ['Light theme', 'Dark theme']) {
    expect(within(preview(theme)).getAllByText('Saúde')).toHaveLength(2);
    const ground = preview(theme).querySelector<HTMLElement>('[display-mode]');
    expect(ground?.style.getPropertyValue('--portico-tenant-accent')).toBe('#0b6e4f');
  }
  expect(preview('Mail')).toHaveTextContent('From: Help');
  expect(changes(calls)).toEqual([]);
  expect(mounted.calls.setDirty.at(-1)).toBe(true);

  await user.click(screen.getByRole('button', { name: 'Command' }));
  expect(
    screen.getByText("portico tenant update smsa --name 'Saúde' --accent '#0b6e4f' --sender Help", { exact: false }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mounted.calls.toast).toHaveLength(1));
  expect(changes(calls).map(({ route, body }) => [route, body])).toEqual([
    [
      'PATCH tenants/smsa/look',
      {
        name: 'Saúde',
        accent: '#0b6e4f',
        sender_name: 'Help',
        from: { name: 'SMSA', accent: '#c3311d', sender_name: null },
      },
    ],
  ]);
  expect(mounted.calls.setDirty.at(-1)).toBe(false);
});

test('a colour that is hard to read is explained, and one that is none is refused in words', async () => {
  const { calls, user } = await open();
  expect(screen.getByText(/^White text on this colour is readable\. The dark theme shows/)).toBeVisible();
  await retype(user, 'Accent', '#ffee00');
  expect(
    screen.getByText(/^White text on #ffee00 is hard to read\. .* show #[0-9a-f]{6} in its place\./),
  ).toBeVisible();
  await retype(user, 'Accent', 'yellow');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a colour such as #1d5fae.')).toBeVisible();
  expect(field('Accent')).toBeInvalid();
  expect(changes(calls)).toEqual([]);
  await user.clear(field('Accent'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes(calls)).toHaveLength(1));
  expect(changes(calls)[0]?.body).toMatchObject({ accent: null });
});

test('a chosen logo is in the preview, and uploaded after the rest', async () => {
  const { calls, element, user } = await open();
  const input = element.querySelector<HTMLInputElement>('[type="file"]');
  if (!input) throw new Error('There is no file input.');
  await userEvent.setup({ applyAccept: false }).upload(input, new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
  expect(await screen.findByText(/An SVG may contain scripts/)).toBeVisible();
  await user.upload(input, png);
  expect(screen.queryByText(/An SVG may contain scripts/)).not.toBeInTheDocument();
  await waitFor(() =>
    expect(preview('Light theme').querySelector('img')).toHaveAttribute('src', 'blob:http://localhost/logo'),
  );
  await retype(user, 'Name', 'Saúde');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes(calls)).toHaveLength(2));
  expect(changes(calls)[1]).toMatchObject({ route: 'PUT tenants/smsa/look/logo', query: { from: 'none' }, body: png });
});

test('a logo that fails leaves the rest saved, and can be saved again', async () => {
  const { answers, calls, element, user } = await open(operator, { logo: '/media/tenants/smsa/x.webp' });
  answers['PUT tenants/smsa/look/logo'] = { status: 422, body: { code: 'image-unreadable', message: 'Damaged.' } };
  const input = element.querySelector<HTMLInputElement>('[type="file"]');
  if (input) await user.upload(input, png);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Damaged.');
  expect(screen.getByText('logo.png')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.getByText('No logo, after you save')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes(calls).at(-1)?.route).toBe('DELETE tenants/smsa/look/logo'));
});

test('what another user changes meanwhile is shown, and the next save decides', async () => {
  const { answers, calls, user } = await open();
  await retype(user, 'Name', 'Mine');
  answers['PATCH tenants/smsa/look'] = { status: 409, body: { code: 'look-changed', message: 'Changed: Theirs.' } };
  answers['GET tenants/smsa/look'] = { body: { ...saved, name: 'Theirs', accent: '#112233' } };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Changed: Theirs.');
  expect(await screen.findByText(/Another person has changed this meanwhile\. Name is now: Theirs\./)).toBeVisible();
  // Fields that only the other one changed follow.
  expect(field('Accent')).toHaveValue('#112233');
  expect(field('Name')).toHaveValue('Mine');
  answers['PATCH tenants/smsa/look'] = { body: saved };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes(calls)).toHaveLength(2));
  expect(changes(calls)[1]?.body).toEqual({ name: 'Mine', from: { name: 'Theirs' } });
});

test('changes are kept while the user looks at another view', async () => {
  const { answers, mounted, user } = await open();
  answers['GET tenants/smsa/users'] = { body: { items: [], next: null } };
  await retype(user, 'Name', 'Mine');
  await mounted.navigate('/console/people');
  await screen.findByRole('heading', { name: 'People' });
  expect(mounted.calls.setDirty.at(-1)).toBe(true);
  await mounted.navigate('/console/look');
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(field('Name')).toHaveValue('SMSA');
  expect(mounted.calls.setDirty.at(-1)).toBe(false);
});

test('hosts and the address of mails are for operators', async () => {
  const { calls, user } = await open();
  await retype(user, 'Hosts', 'https://x.example');
  await user.type(field('Sender of mails: address'), 'help');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Enter host names such as/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Hosts' })).toHaveAccessibleDescription(
    /^Enter host names .* One on each line\./,
  );
  expect(screen.getByText('Enter an e-mail address.')).toBeVisible();
  await retype(user, 'Hosts', 'smsa.example new.example{Enter}third.example');
  await user.type(field('Sender of mails: address'), '@smsa.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes(calls)).toHaveLength(1));
  expect(changes(calls)[0]?.body).toEqual({
    sender_address: 'help@smsa.example',
    hosts: ['smsa.example', 'new.example', 'third.example'],
    from: { sender_address: null, hosts: ['smsa.example'] },
  });
});

test('an administrator reads them, and an auditor changes nothing', async () => {
  const { mounted } = await open(tiago);
  expect(field('Name')).not.toHaveAttribute('readonly');
  for (const name of ['Hosts', 'Sender of mails: address']) expect(field(name)).toHaveAttribute('readonly');
  expect(screen.getByText(/The configuration of the server adds: localhost\./)).toBeVisible();
  await mounted.unmount();
  await open({ ...tiago, permissions: ['look.read'] });
  // jsdom does not know that the preview is inert.
  const boxes = screen.getAllByRole('textbox').filter((box) => !box.closest('[inert]'));
  for (const box of boxes) expect(box).toHaveAttribute('readonly');
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Choose a picture' })).not.toBeInTheDocument();
});
