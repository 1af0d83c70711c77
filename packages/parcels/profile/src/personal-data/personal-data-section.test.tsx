import { confirmLeaving, hasUnsavedChanges, sessionAtom, setLocale, store } from '@portico/shared';
import { type ApiAnswer, fill, toastTexts } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { ana, openSection, profilePortal } from '../testing/open-section';
import { savePersonalData } from './personal-data';

const portal = profilePortal();
let user: UserEvent;

beforeEach(async () => {
  await portal.reset();
  user = userEvent.setup();
});

const name = () => screen.getByRole('textbox', { name: 'Name' });
const phone = () => screen.getByRole('textbox', { name: 'Phone' });
const save = () => screen.getByRole('button', { name: 'Save' });
const cancel = () => screen.getByRole('button', { name: 'Cancel' });
const saves = () => portal.calls.filter(({ route }) => route === 'PATCH /users/me');

async function open(): Promise<void> {
  await openSection(portal, '');
  await screen.findByRole('textbox', { name: 'Name' });
}

async function retype(field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text) await fill(user, field, text);
}

/** Another tab saves: the answer changes and the query is fetched again. */
async function saveElsewhere(changed: object): Promise<void> {
  portal.answer('GET /users/me', { body: { ...ana, ...changed } });
  new BroadcastChannel('portico:account').postMessage({ type: 'USER_CHANGED', email: ana.email });
  const isAsked = () => expect(portal.calls.filter(({ route }) => route === 'GET /users/me').length).toBeGreaterThan(1);
  await waitFor(isAsked);
}

it('shows the data, with a read-only e-mail', async () => {
  await open();
  expect(name()).toHaveValue('Ana Prado');
  expect(name()).toHaveAttribute('autocomplete', 'name');
  expect(phone()).toHaveAttribute('type', 'tel');
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  expect(email).toHaveValue('ana@portico.test');
  expect(email).toHaveAttribute('readonly');
});

it('has no field for data that the API does not offer', async () => {
  await openSection(portal, '#language');
  portal.answer('GET /users/me', { body: { email: ana.email, name: ana.name } });
  await act(async () => portal.visit('/profile'));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Phone' })).not.toBeInTheDocument();
});

it('says that there is nothing to save, and saves nothing', async () => {
  await open();
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(save()).toHaveAccessibleDescription('No changes to save.');
  await user.click(save());
  await user.type(name(), '{Enter}');
  expect(saves()).toEqual([]);
  expect(hasUnsavedChanges()).toBe(false);
});

it('saves only what was changed, and the name on screen follows', async () => {
  await open();
  portal.answer('PATCH /users/me', { status: 204 });
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  await retype(name(), ' Ana Lima ');
  expect(hasUnsavedChanges()).toBe(true);
  await user.click(save());
  await waitFor(() => expect(toastTexts()).toEqual(['success: Saved.']));
  expect(saves()).toMatchObject([{ body: { name: 'Ana Lima' } }]);
  expect(store.get(sessionAtom).name).toBe('Ana Lima');
  expect(name()).toHaveValue('Ana Lima');
  expect(save()).toHaveAccessibleDescription('No changes to save.');
  expect(hasUnsavedChanges()).toBe(false);
});

it('takes a name from the cells of a table, which have tabs between them', async () => {
  await open();
  portal.answer('PATCH /users/me', { status: 204 });
  await user.clear(name());
  await user.paste('Ana\tLima');
  await user.click(save());
  await waitFor(() => expect(saves()).toMatchObject([{ body: { name: 'Ana Lima' } }]));
});

it('is busy while the save is pending, sends once, and keeps what is typed meanwhile', async () => {
  await open();
  let release: (answer: ApiAnswer) => void = () => undefined;
  portal.answer('PATCH /users/me', new Promise((resolve) => (release = resolve)));
  portal.answer('GET /users/me', { body: { ...ana, name: 'Ana Lima' } });
  await retype(name(), 'Ana Lima');
  await user.click(save());
  expect(save()).toHaveAttribute('aria-busy', 'true');
  await user.type(phone(), '11 5555{Enter}');
  await user.click(cancel());
  release({ status: 204 });
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-busy'));
  expect(saves()).toHaveLength(1);
  expect(name()).toHaveValue('Ana Lima');
  expect(phone()).toHaveValue('11 5555');
  expect(hasUnsavedChanges()).toBe(true);
});

it('discards what was typed on Cancel', async () => {
  await open();
  await retype(name(), '');
  await user.type(phone(), '11');
  await user.click(save());
  expect(name()).toBeInvalid();
  await user.click(cancel());
  expect(name()).toHaveValue('Ana Prado');
  expect(name()).toBeValid();
  expect(phone()).toHaveValue('');
  expect(hasUnsavedChanges()).toBe(false);
});

it.each([
  ['Name', '  ', 'Enter your name.'],
  ['Name', 'x'.repeat(121), 'Use 120 characters or fewer.'],
  ['Name', 'Ana \u202eodarP', 'Remove line breaks and hidden control characters.'],
  ['Phone', 'ask me', 'This does not look like a phone number.'],
])('says beside %s what is wrong with "%s"', async (label, typed, text) => {
  await open();
  const field = screen.getByRole('textbox', { name: label });
  await user.clear(field);
  await user.click(field);
  await user.paste(typed);
  await user.click(save());
  expect(screen.getByRole('alert')).toHaveTextContent(text);
  expect(field).toHaveAccessibleDescription(text);
  expect(field).toHaveFocus();
  await user.type(field, '1');
  expect(field).toBeValid();
  expect(saves()).toEqual([]);
});

it('shows beside the field why the server refused it', async () => {
  await open();
  portal.answer('PATCH /users/me', { status: 400, body: { code: 'phone-malformed', message: 'No such number.' } });
  await user.type(phone(), '000');
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent('No such number.');
  expect(phone()).toHaveFocus();
});

it.each<[ApiAnswer, string]>([
  ['unreachable', 'The portal cannot be reached.'],
  [{ status: 403, body: { code: 'odd', message: 'Not today.' } }, 'Not today.'],
  [{ status: 403, body: { code: 'odd', message: '' } }, 'Your changes could not be saved.'],
])('keeps what was typed when saving fails: %j', async (answer, text) => {
  await open();
  portal.answer('PATCH /users/me', answer);
  await retype(name(), 'Ana Lima');
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(name()).toHaveValue('Ana Lima');
  expect(store.get(sessionAtom).name).toBe('Ana Prado');
  expect(hasUnsavedChanges()).toBe(true);
});

it('follows another tab in unedited fields, and keeps what is typed in the others', async () => {
  await open();
  await retype(name(), 'Ana L');
  await saveElsewhere({ name: 'Ana Souza', phone: '11 9999' });
  await waitFor(() => expect(phone()).toHaveValue('11 9999'));
  expect(name()).toHaveValue('Ana L');
  expect(store.get(sessionAtom).name).toBe('Ana Souza');
  await user.click(cancel());
  expect(name()).toHaveValue('Ana Souza');
});

it('keeps what is typed when the language changes, and drops it when the user leaves', async () => {
  await open();
  await retype(name(), 'Ana L');
  await act(() => setLocale('pt'));
  expect(screen.getByRole('textbox', { name: 'Nome' })).toHaveValue('Ana L');
  jest.spyOn(window, 'confirm').mockReturnValue(true);
  await expect(confirmLeaving()).resolves.toBe(true);
  expect(hasUnsavedChanges()).toBe(false);
});

it('shows a save immediately, before the data are fetched again', async () => {
  await open();
  portal.answer('PATCH /users/me', { status: 204 });
  portal.answer('GET /users/me', new Promise(() => undefined));
  await act(() => savePersonalData({ name: 'Ana Lima' }));
  await waitFor(() => expect(name()).toHaveValue('Ana Lima'));
});

it('starts a change of the e-mail, which a code and a proof of the user confirm', async () => {
  await open();
  const started = () => portal.calls.filter(({ route }) => route === 'POST /auth/address');
  await user.click(screen.getByRole('button', { name: 'Change the e-mail' }));
  const field = screen.getByRole('textbox', { name: 'New e-mail' });
  expect(field).toHaveFocus();
  await user.type(field, 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Send a code' }));
  expect(screen.getByRole('alert')).toHaveTextContent('This does not look like an e-mail address.');
  portal.answer('POST /auth/address', {
    status: 409,
    body: { code: 'address-unchanged', message: 'It is that already.' },
  });
  await retype(field, ana.email);
  await user.click(screen.getByRole('button', { name: 'Send a code' }));
  expect(await screen.findByText('It is that already.')).toBeVisible();

  portal.answer('POST /auth/address', { status: 204 });
  portal.answer('GET /users/me', { body: { ...ana, new_email: 'new@portico.test' } });
  await retype(field, 'new@portico.test');
  await user.click(screen.getByRole('button', { name: 'Send a code' }));
  const section = within(await screen.findByRole('region', { name: 'New e-mail' }));
  expect(section.getByText(/is to become new@portico\.test/)).toBeVisible();
  expect(started().map(({ body }) => body)).toEqual([{ email: ana.email }, { email: 'new@portico.test' }]);

  await user.click(section.getByRole('button', { name: 'Confirm' }));
  expect(section.getByRole('textbox', { name: 'Code' })).toBeInvalid();
  await user.type(section.getByRole('textbox', { name: 'Code' }), '123456');
  portal.answer('PUT /auth/address', { status: 403, body: { code: 'confirmation-needed', message: 'Confirm first.' } });
  portal.answer('GET /auth/confirmation', { body: { confirmed_until: null, methods: ['password'], providers: [] } });
  await user.click(section.getByRole('button', { name: 'Confirm' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText('Current password'), 'portico-demo');
  portal.answer('POST /auth/confirmation', { status: 204 });
  portal.answer('PUT /auth/address', { status: 400, body: { code: 'code-invalid', message: '' } });
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(section.getByRole('textbox', { name: 'Code' })).toBeInvalid());
  const sent = portal.calls.filter(({ route }) => route === 'PUT /auth/address').map(({ body }) => body);
  expect(sent).toEqual([{ code: '123456' }, { code: '123456' }]);
});

it('keeps the present e-mail when starting fails or is cancelled', async () => {
  await open();
  await user.click(screen.getByRole('button', { name: 'Change the e-mail' }));
  portal.answer('POST /auth/address', {
    status: 409,
    body: { code: 'user-is-disabled', message: 'No longer.' },
  });
  await user.type(screen.getByRole('textbox', { name: 'New e-mail' }), 'new@portico.test');
  await user.click(screen.getByRole('button', { name: 'Send a code' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No longer.');
  const [, cancelChange] = screen.getAllByRole('button', { name: 'Cancel' });
  await user.click(cancelChange ?? cancel());
  expect(screen.queryByRole('textbox', { name: 'New e-mail' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Change the e-mail' })).toBeVisible();
});
