import { setLocale } from '@portico/shared';
import { renderParcel, startTestPortal, type TestPortal } from '@portico/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopBar } from './top-bar';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ overrides: ['http://localhost:9200'] });
});
afterAll(() => portal.close());

it('leads to the developer dialog where overrides are not off', async () => {
  await portal.reset();
  await setLocale('en');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  const shown: unknown[] = [];
  const showDeveloper = async (_mount: unknown, request: unknown) => void shown.push(request);
  System.addImportMap({ imports: { '@portico/developer': 'http://localhost/developer.js' } });
  System.set('http://localhost/developer.js', { showDeveloper });
  renderParcel(TopBar, 'home');
  await userEvent.click(screen.getByRole('button', { name: 'Account menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Developer' }));
  await waitFor(() => expect(shown).toEqual([{}]));
});
