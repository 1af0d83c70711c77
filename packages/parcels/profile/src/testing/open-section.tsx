import { setLocale } from '@portico/shared';
import { renderParcel, startTestPortal, supportModalDialogs, type TestPortal, Toasts } from '@portico/shared/testing';
import type { RenderResult } from '@testing-library/react';
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
  renderParcel(Toasts, 'overlay');
  return renderParcel(ProfileScreen, 'profile');
}
