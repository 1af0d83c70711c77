import { setLocale } from '@portico/shared';
import {
  type ApiAnswer,
  renderParcel,
  startTestSystem,
  supportModalDialogs,
  type TestPortal,
  Toasts,
  testPortal,
} from '@portico/shared/testing';
import type { RenderResult } from '@testing-library/react';
import { ProfileScreen } from '../profile-screen';

export const ana = { email: 'ana@portico.test', name: 'Ana Prado', phone: '' };
const apps = [
  { name: 'SMSA', module: 'smsa', description: '' },
  { name: 'HR Studium', module: 'hrstudium', description: '' },
];

/** A portal for all tests of a file of the profile. */
export function profilePortal(): TestPortal {
  supportModalDialogs();
  startTestSystem();
  return testPortal();
}

/** Signs Ana in, in English, and draws a section of the profile. */
export async function openSection(
  portal: TestPortal,
  fragment: string,
  {
    passkeys = [],
    accounts = { body: [] },
  }: { readonly passkeys?: readonly object[]; readonly accounts?: ApiAnswer } = {},
): Promise<RenderResult> {
  await setLocale('en');
  await portal.signIn(ana, apps);
  portal.answer('GET /auth/passkeys', { body: passkeys });
  portal.answer('GET /auth/provider-accounts', accounts);
  portal.visit(`/profile${fragment}`);
  renderParcel(Toasts, 'overlay');
  return renderParcel(ProfileScreen, 'profile');
}
