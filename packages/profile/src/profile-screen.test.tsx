import { setLocale } from '@portico/shared';
import { renderParcel, startTestPortal, type TestPortal } from '@portico/shared/testing';
import { screen } from '@testing-library/react';
import { ProfileScreen } from './profile-screen';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.reset());
afterAll(() => portal.close());

const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

it('shows who is signed in', async () => {
  await setLocale('en');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, apps);
  renderParcel(ProfileScreen, 'profile');
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana Prado');
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  expect(email).toHaveValue('ana@portico.test');
  expect(email).toHaveAttribute('readonly');
  expect(email).toHaveAccessibleDescription('Ask your administrator to change it.');
});

it('speaks Portuguese by default, and does without a name', async () => {
  await portal.signIn({ email: 'bruno@portico.test', name: '' }, apps);
  renderParcel(ProfileScreen, 'profile');
  expect(screen.getByRole('region', { name: 'Dados pessoais' })).toHaveTextContent('bruno@portico.test');
});
