import { setLocale } from '@portico/shared';
import { supportModalDialogs, type TestPortal, testPortal } from '@portico/shared/testing';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

/** A portal for all tests of a file of the overlay. Each of them starts with Ana signed in, in English. */
export function overlayPortal(): TestPortal {
  supportModalDialogs();
  const portal = testPortal();
  beforeEach(async () => {
    await portal.reset();
    await setLocale('en');
    await portal.signIn(ana, apps);
  });
  return portal;
}
