import { setLocale } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AuthScreen } from './auth-screen';

const portal = testPortal();

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/signin');
});

it('asks the administrators for access with the typed credentials, and leaves no session', async () => {
  const ana = { email: 'ana@portico.test', name: 'Ana' };
  const asked = { module: null, created_at: '2026-05-01T10:00:00.000Z' };
  await portal.signIn(ana, []);
  portal.answer('POST /tenants/smsa/access-requests', 'unreachable');
  renderParcel(AuthScreen, 'signin');
  expect(screen.getByText('No applications for you here. Ask your administrator for access.')).toBeVisible();
  const request = await screen.findByRole('button', { name: 'Request access' });
  await userEvent.click(request);
  // Nothing is typed yet.
  expect(portal.calls).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), ana.email);
  await userEvent.type(screen.getByLabelText('Password'), 'portico-demo');
  await userEvent.click(request);
  expect(await screen.findByText('The portal cannot be reached. Check your connection and try again.')).toBeVisible();
  portal.answer('POST /tenants/smsa/access-requests', { status: 202, body: asked });
  await userEvent.click(request);
  const answer = await screen.findByText(/^You asked for access on .*2026.*by mail\.$/);
  expect(answer.closest('[tabindex]')).toHaveFocus();
  expect(portal.calls.map(({ route }) => route).slice(-3)).toEqual([
    'POST /auth',
    'POST /tenants/smsa/access-requests',
    'DELETE /auth/invalidate',
  ]);
  expect(portal.calls.at(-2)?.authorization).toBe('Bearer token');
});
