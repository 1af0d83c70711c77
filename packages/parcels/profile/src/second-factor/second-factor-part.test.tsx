import { toastTexts } from '@portico/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

const portal = profilePortal();
const at = '2026-03-04T10:00:00.000Z';
const phone = {
  ...{ id: 'phone', browser: 'Safari', system: 'iOS', ip: '10.0.0.7', created_at: at, last_used_at: at },
  ...{ trusted_until: at, is_current: false },
};
const needed = { status: 403, body: { code: 'confirmation-needed', message: 'Confirm.' } };

beforeEach(() => portal.reset());

async function open(factor: object): Promise<void> {
  portal.answer('GET /auth/sessions', { body: [] });
  portal.answer('GET /auth/factor', { body: { since: null, recovery_codes_left: 0, is_required: false, ...factor } });
  portal.answer('GET /auth/devices', { body: [phone] });
  portal.answer('GET /auth/passkeys', { body: [] });
  portal.answer('GET /auth/confirmation', { body: { confirmed_until: null, methods: ['password', 'code'] } });
  await openSection(portal, '#security');
  await screen.findByText('Safari on iOS');
}

it('sets up a factor after the password, and shows the recovery codes once', async () => {
  await open({});
  let isProved = false;
  portal.answer('POST /auth/factor/setup', () =>
    isProved ? { body: { secret: 'ABCDEFGH', url: 'otpauth://totp/a?secret=ABCDEFGH', setup: 'a-setup' } } : needed,
  );
  portal.answer('POST /auth/confirmation', () => {
    isProved = true;
    return { status: 204 };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  await userEvent.type(await screen.findByLabelText('Current password'), 'portico-demo{Enter}');
  expect(await screen.findByRole('img', { name: /QR/ })).toBeVisible();
  expect(screen.getByText('ABCD EFGH')).toBeVisible();
  portal.answer('PUT /auth/factor/setup', { body: { recovery_codes: ['first', 'second'] } });
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), '123 456{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Keep your recovery codes' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['first', 'second']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByText('first')).not.toBeInTheDocument();
});

it('removes a factor, unless the tenant requires it', async () => {
  await open({ since: at, recovery_codes_left: 7 });
  expect(await screen.findByText(/7 recovery codes are left/)).toBeVisible();
  portal.answer('DELETE /auth/factor', { status: 204 });
  portal.answer('GET /auth/factor', { body: { since: null, recovery_codes_left: 0, is_required: false } });
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toastTexts()).toEqual(['success: The second factor was removed.']));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Second factor' })).toHaveFocus());
});

it('offers no removal of a required factor', async () => {
  await open({ since: at, is_required: true });
  expect(await screen.findByText(/Your portal requires it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument();
});

it('forgets a known device', async () => {
  await open({});
  portal.answer('DELETE /auth/devices/phone', { status: 204 });
  portal.answer('GET /auth/devices', { body: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Forget Safari on iOS' }));
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Known devices' })).toHaveFocus());
});

it('starts one set-up on a double click', async () => {
  await open({});
  portal.answer('POST /auth/factor/setup', { body: { secret: 'ABCDEFGH', url: 'otpauth://totp/a', setup: 'a-setup' } });
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Set up' }));
  expect(await screen.findByRole('dialog', { name: 'Second factor' })).toBeVisible();
  expect(portal.calls.filter(({ route }) => route === 'POST /auth/factor/setup')).toHaveLength(1);
});
