import { developerRequestAtom, failedRegionsAtom, setLocale, store, waitingToastsAtom } from '@portico/shared';
import { renderParcel, testPortal } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopBar } from './top-bar';

const portal = testPortal({ overrides: ['http://localhost:9200'] });

it('opens the developer dialog unless overrides are off, and says when it did not load', async () => {
  await portal.reset();
  await setLocale('en');
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  renderParcel(TopBar, 'home');
  // A click alone: the pointer on its way there would load the menu, and replace this button before it is pressed.
  fireEvent.click(screen.getByRole('button', { name: 'Account menu' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Developer' }));
  await waitFor(() => expect(store.get(developerRequestAtom)).toEqual({}));
  // As the root config tells of a parcel that did not load.
  act(() => store.set(failedRegionsAtom, { developer: async () => {} }));
  expect(store.get(waitingToastsAtom).map(({ toast }) => toast.text)).toEqual([
    'The developer dialog did not load. Try again.',
  ]);
  expect(store.get(developerRequestAtom)).toBeUndefined();
});
