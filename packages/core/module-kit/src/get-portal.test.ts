import { getPortal } from './get-portal';
import { mountModule } from './testing/mount-module';
import { providePortal } from './testing/provide-portal';

test('a package gets the portal of the test, with or without a mounted module', async () => {
  expect(() => getPortal()).toThrow('No portal found: getPortal works in a page of a portal');

  const { calls, end } = providePortal({ token: 'secret' });
  expect(getPortal().token()).toBe('secret');
  expect(getPortal()).not.toHaveProperty('setDirty');
  getPortal('@acme/api').report('down');
  expect(calls).toMatchObject({ token: ['secret'], report: ['down'] });
  end();

  const mount = () => () => {};
  const module = await mountModule({ mount }, { user: { email: 'eva@acme.test', name: 'Eva' } });
  expect(getPortal().user?.name).toBe('Eva');
  await module.changeUser(undefined);
  expect(getPortal().token()).toBe('');
  expect(module.calls.token).toEqual(['']);
  await module.unmount();
  expect(() => getPortal()).toThrow('No portal found');
});
