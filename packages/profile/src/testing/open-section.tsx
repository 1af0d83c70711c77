import { accountPart, newPasswordPart, setLocale, toasterPart } from '@portico/shared';
import { renderParcel, startTestPortal, supportModalDialogs, type TestPortal } from '@portico/shared/testing';
import { type RenderResult, screen } from '@testing-library/react';
import { ProfileScreen } from '../profile-screen';

export const ana = { email: 'ana@portico.test', name: 'Ana Prado', phone: '' };
export const apps = [
  { name: 'SMSA', module: 'smsa', description: '' },
  { name: 'HR Studium', module: 'hrstudium', description: '' },
];

/** A portal with what the profile needs, loaded as `createParcel` does. */
export async function startProfilePortal(): Promise<TestPortal> {
  supportModalDialogs();
  const portal = await startTestPortal();
  await Promise.all([accountPart.load(), newPasswordPart.load(), toasterPart.load()]);
  return portal;
}

/** Signs Ana in, in English, and draws a section of her profile. */
export async function openSection(portal: TestPortal, fragment: string): Promise<RenderResult> {
  await setLocale('en');
  portal.answer('GET /users/images', { body: [] });
  await portal.signIn(ana, apps);
  portal.visit(`/profile${fragment}`);
  return renderParcel(ScreenWithToasts, 'profile');
}

/** The texts of the toasts that stand over the screen. */
export function shownToasts(): (string | null)[] {
  return screen.queryAllByTestId('toast').map((toast) => toast.textContent);
}

function ScreenWithToasts() {
  const { toasts } = toasterPart.get().useToaster(false);
  return (
    <>
      <ProfileScreen />
      {toasts.map(({ id, toast }) => (
        <p key={id} data-testid="toast">
          {toast.type}: {toast.text}
        </p>
      ))}
    </>
  );
}
