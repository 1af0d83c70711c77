import { markUnsavedChanges, sessionAtom, setLocale, store } from '@portico/shared';
import { type ApiAnswer, toastTexts } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

const portal = profilePortal();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const at = minutesAgo(5);
const here = {
  id: 'here',
  browser: 'Chrome',
  system: 'Linux',
  ip: '127.0.0.1',
  created_at: at,
  last_used_at: minutesAgo(-1),
  is_current: true,
};
const phone = {
  ...here,
  id: 'phone',
  browser: 'Safari',
  system: 'iOS',
  ip: '10.0.0.7',
  last_used_at: at,
  is_current: false,
};
const unknown = { ...phone, id: 'odd/one', browser: null, system: null, ip: null };

beforeEach(() => portal.reset());

async function open(sessions: readonly object[] = [here, phone, unknown]): Promise<void> {
  portal.answer('GET /auth/sessions', { body: sessions });
  portal.answer('GET /auth/factor', { body: { since: null, recovery_codes_left: 0, is_required: false } });
  portal.answer('GET /auth/devices', { body: [] });
  await openSection(portal, '#security');
  await screen.findByText('Chrome on Linux');
}

const rows = () => within(screen.getByRole('region')).getAllByRole('listitem');
const findEndButton = (name: string) => screen.getByRole('button', { name: `Sign out ${name}` });
const endedIds = () =>
  portal.calls.map(({ route }) => route).filter((route) => route.startsWith('DELETE /auth/sessions/'));

it('lists the sessions, marks this browser, and has the exact time as a tooltip', async () => {
  await open();
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Chrome on LinuxThis browserIP address 127\.0\.0\.1Signed in .*Last used a few seconds ago/),
    expect.stringMatching(/^Safari on iOSIP address 10\.0\.0\.7Signed in .*Last used 5 minutes ago/),
    expect.stringMatching(/^Unknown browserSigned in \d\d-\d\d-\d{4} \d\d:\d\dLast used 5 minutes ago/),
  ]);
  const time = screen.getAllByText('Last used 5 minutes ago')[0];
  expect(time).toHaveAttribute('datetime', at);
  expect(time?.title).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d$/);
  await act(() => setLocale('pt'));
  expect(screen.getByText('Safari no iOS')).toBeVisible();
  expect(screen.getAllByText('Usado há 5 minutos')).toHaveLength(2);
  expect(screen.getByText('Navegador desconhecido')).toBeVisible();
});

it('ends a session without a question, and lists the others', async () => {
  await open();
  let release: (answer: ApiAnswer) => void = () => undefined;
  portal.answer('DELETE /auth/sessions/phone', new Promise((resolve) => (release = resolve)));
  await userEvent.click(findEndButton('Safari on iOS'));
  expect(findEndButton('Safari on iOS')).toHaveAttribute('aria-busy', 'true');
  expect(findEndButton('Unknown browser')).not.toHaveAttribute('aria-busy');
  // Meanwhile the user signed in elsewhere.
  portal.answer('GET /auth/sessions', { body: [here, { ...phone, id: 'new', browser: 'Edge' }, unknown] });
  release({ status: 204 });
  expect(await screen.findByText('Edge on iOS')).toBeVisible();
  expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument();
  await waitFor(() => expect(toastTexts()).toEqual(['success: Safari on iOS was signed out.']));
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
});

it('treats a session that has ended meanwhile as ended', async () => {
  await open();
  portal.answer('GET /auth/sessions', { body: [here, phone] });
  await userEvent.click(findEndButton('Unknown browser'));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(endedIds()).toEqual(['DELETE /auth/sessions/odd%2Fone']);
});

it('says in its row that a session could not be ended', async () => {
  await open();
  portal.answer('DELETE /auth/sessions/phone', { status: 403, body: { code: 'odd', message: 'Not this one.' } });
  await userEvent.click(findEndButton('Safari on iOS'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Not this one.');
  expect(rows()[1]).toContainElement(alert);
  expect(findEndButton('Safari on iOS')).toHaveFocus();
});

it('asks once before it ends all others, also those that began meanwhile', async () => {
  await open();
  portal.answer('DELETE /auth/sessions/phone', { status: 204 });
  portal.answer('DELETE /auth/sessions/late', { status: 204 });
  portal.answer('DELETE /auth/sessions/odd%2Fone', { status: 204 });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out all others' }));
  const dialog = screen.getByRole('dialog', { name: 'Sign out all others' });
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign out all others' })).toHaveFocus();
  expect(endedIds()).toEqual([]);

  let lists = 0;
  portal.answer('GET /auth/sessions', () => {
    lists += 1;
    return { body: lists === 1 ? [here, phone, unknown, { ...phone, id: 'late' }] : [here] };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out all others' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign out all' }));
  expect(await screen.findByText('You are signed in only here.')).toBeVisible();
  expect(endedIds().sort()).toEqual([
    'DELETE /auth/sessions/late',
    'DELETE /auth/sessions/odd%2Fone',
    'DELETE /auth/sessions/phone',
  ]);
  expect(screen.queryByRole('button', { name: 'Sign out all others' })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus());
  expect(toastTexts()).toContain('success: All others were signed out.');
});

it('tries to end each of the others, and says when some could not be ended', async () => {
  await open();
  portal.answer('DELETE /auth/sessions/phone', { status: 403, body: { code: 'odd', message: '' } });
  await userEvent.click(screen.getByRole('button', { name: 'Sign out all others' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sign out all' }));
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
    'Not all of them could be signed out.',
  );
  expect(endedIds()).toHaveLength(2);
});

it('says when the user is signed in only here', async () => {
  await open([here]);
  expect(screen.getByText('You are signed in only here.')).toBeVisible();
});

it('signs this browser out as the menu does, after asking about unsaved changes', async () => {
  await open();
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
  act(() => markUnsavedChanges({}, true));
  await userEvent.click(findEndButton('Chrome on Linux'));
  await waitFor(() => expect(findEndButton('Chrome on Linux')).not.toHaveAttribute('aria-busy'));
  expect(store.get(sessionAtom).status).toBe('signed-in');
  confirm.mockReturnValue(true);
  await userEvent.click(findEndButton('Chrome on Linux'));
  await waitFor(() => expect(store.get(sessionAtom).status).toBe('signed-out'));
  expect(portal.calls.map(({ route }) => route)).toContain('DELETE /auth/invalidate');
  expect(endedIds()).toEqual([]);
});
