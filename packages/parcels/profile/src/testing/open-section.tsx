import { setLocale, useAtomValue, waitingToastsAtom } from '@portico/shared';
import { renderParcel, startTestPortal, supportModalDialogs, type TestPortal } from '@portico/shared/testing';
import { type RenderResult, screen } from '@testing-library/react';
import { ProfileScreen } from '../profile-screen';

export const ana = { email: 'ana@portico.test', name: 'Ana Prado', phone: '' };
export const apps = [
  { name: 'SMSA', module: 'smsa', description: '' },
  { name: 'HR Studium', module: 'hrstudium', description: '' },
];

/** A portal for tests of the profile. */
export async function startProfilePortal(): Promise<TestPortal> {
  supportModalDialogs();
  const portal = await startTestPortal();
  return portal;
}

/** Signs Ana in, in English, and draws a section of the profile. */
export async function openSection(portal: TestPortal, fragment: string): Promise<RenderResult> {
  await setLocale('en');
  await portal.signIn(ana, apps);
  portal.visit(`/profile${fragment}`);
  return renderParcel(ScreenWithToasts, 'profile');
}

/** The texts of the toasts on screen. */
export function shownToasts(): (string | null)[] {
  return screen.queryAllByTestId('toast').map((toast) => toast.textContent);
}

function ScreenWithToasts() {
  const toasts = useAtomValue(waitingToastsAtom);
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
