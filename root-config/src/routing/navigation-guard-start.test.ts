import { leaveQuestionAtom, markUnsavedChanges, store } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { startNavigationGuard } from './navigation-guard';

const portal = testPortal();

test('the guard starts at the current entry, although the page began at another one', async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: '' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  store.sub(leaveQuestionAtom, () => {});
  // The user goes back while the texts of the page load.
  history.pushState({}, '', '/smsa/');
  startNavigationGuard();
  markUnsavedChanges({}, true);
  history.replaceState({}, '', '/smsa/own');
  expect(location.pathname).toBe('/smsa/own');
  expect(store.get(leaveQuestionAtom)).toBeUndefined();
});
