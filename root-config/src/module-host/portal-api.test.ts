import { confirmLeaving, hasUnsavedChanges, leaveQuestionAtom, pageTitleAtom, store } from '@portico/shared';
import { waitFor } from '@testing-library/dom';
import { createPortalApi } from './portal-api';

test('unsaved changes of a module last until it withdraws them or is released', () => {
  const { portal, release } = createPortalApi(() => {}, '@module/orders');
  portal.setDirty(true);
  portal.setDirty(true);
  expect(hasUnsavedChanges()).toBe(true);
  portal.setDirty(false);
  expect(hasUnsavedChanges()).toBe(false);
  // Modules without types may pass null.
  Reflect.apply(portal.setDirty, portal, [true, null]);
  expect(hasUnsavedChanges()).toBe(true);
  release();
  expect(hasUnsavedChanges()).toBe(false);
  portal.setDirty(true);
  expect(hasUnsavedChanges()).toBe(false);
});

test.each<['navigate' | 'setTitle' | 'setDirty' | 'subscribe', readonly unknown[]]>([
  ['navigate', []],
  ['navigate', ['  ']],
  ['navigate', [{ path: '/profile' }]],
  ['setTitle', [4812]],
  ['setDirty', ['yes']],
  ['setDirty', [true, 'save']],
  ['subscribe', ['container:them', () => {}]],
  ['subscribe', ['container:theme']],
])('a wrong call is reported and changes nothing: %s(%j)', (method, args) => {
  const reported: unknown[] = [];
  const { portal, release } = createPortalApi((error) => reported.push(error), '@module/orders');
  const before = [location.href, store.get(pageTitleAtom)];
  Reflect.apply(portal[method], portal, args);
  expect(reported).toEqual([expect.any(TypeError)]);
  expect(String(reported[0])).toContain(`Wrong call of portal.${method}: `);
  expect([location.href, store.get(pageTitleAtom)]).toEqual(before);
  expect(hasUnsavedChanges()).toBe(false);
  release();
});

test.each<[readonly unknown[]]>([
  [[]],
  [['people/card', document.createElement('div')]],
  [['@module/people', document.createElement('div')]],
  [['@module/people/card/more', document.createElement('div')]],
  [['@module/People/card', document.createElement('div')]],
  [['@module/people/card', '#card']],
  [['@module/people/card', document.createElement('div'), 'id']],
])('a wrong parcel is reported and shows nothing: %j', async (args) => {
  const reported: unknown[] = [];
  const { portal } = createPortalApi((error) => reported.push(error), '@module/orders');
  const parcel = Reflect.apply(portal.mountParcel, portal, args);
  await parcel.mounted;
  parcel.update({});
  await parcel.unmount();
  expect(reported).toEqual([expect.any(TypeError)]);
  expect(String(reported[0])).toContain('Wrong call of portal.mountParcel: ');
});

test('a wrong exchange is reported and rejects without a request', async () => {
  const reported: unknown[] = [];
  const { portal } = createPortalApi((error) => reported.push(error), '@module/orders');
  await expect(Reflect.apply(portal.exchange, portal, [{ app: 'smsa' }])).rejects.toThrow('portal.exchange');
  expect(reported).toEqual([expect.any(TypeError)]);
});

test('an address of another origin, or none, is reported', () => {
  const reported: unknown[] = [];
  const { portal } = createPortalApi((error) => reported.push(error), '@module/orders');
  portal.navigate('https://evil.test/');
  portal.navigate('https://');
  expect(reported).toMatchObject([{ name: 'RangeError' }, { name: 'TypeError' }]);
});

test('a module names its page by a text, until it is released', () => {
  const { portal, release } = createPortalApi(() => {}, '@module/orders');
  for (const title of ['  ', '\u200b']) {
    portal.setTitle('Tickets');
    portal.setTitle(title);
    expect(store.get(pageTitleAtom)).toBe('');
  }
  portal.setTitle(' Ticket 4812 ');
  release();
  portal.setTitle('Too late');
  expect(store.get(pageTitleAtom)).toBe('Ticket 4812');
});

test('a module receives events until it is released', () => {
  const heard = jest.fn();
  const { portal, release } = createPortalApi(() => {}, '@module/orders');
  portal.subscribe('container:theme', heard);
  window.dispatchEvent(new CustomEvent('container:theme', { detail: 'dark' }));
  release();
  portal.subscribe('container:theme', heard);
  window.dispatchEvent(new CustomEvent('container:theme', { detail: 'light' }));
  expect(heard.mock.calls).toEqual([['dark']]);
});

test('a module may not publish what it does not declare, nor anything after its release', async () => {
  const map = '<script type="systemjs-importmap">{"imports":{}}</script>';
  const documents = ['state', 'configuration'].map(
    (name) => `<script type="application/json" id="portico-${name}">{}</script>`,
  );
  document.head.innerHTML = [map, ...documents].join('');
  const reported: unknown[] = [];
  const { portal, release } = createPortalApi((error) => reported.push(error), '@module/orders');
  portal.publish('orders:sent', { id: 7 });
  await waitFor(() => expect(reported).toEqual([expect.any(TypeError)]));
  expect(String(reported[0])).toContain('"orders:sent" of "orders" is not declared');
  Reflect.apply(portal.publish, portal, ['container:theme', 'dark']);
  expect(String(reported[1])).toContain('Wrong call of portal.publish: An event is like tickets:closed.');
  release();
  portal.publish('orders:sent', { id: 7 });
  await new Promise((resolve) => setTimeout(resolve));
  expect(reported).toHaveLength(2);
});

test('a module can navigate until it is released', () => {
  const { portal, release } = createPortalApi(() => {}, '@module/orders');
  history.replaceState({}, '', '/smsa/');
  portal.navigate('/profile');
  expect(location.pathname).toBe('/profile');
  release();
  portal.navigate('/smsa/');
  expect(location.pathname).toBe('/profile');
});

test('a malformed toast of a module is reported', async () => {
  const reported: unknown[] = [];
  const { portal } = createPortalApi((error) => reported.push(error), '@module/orders');
  Reflect.apply(portal.toast, portal, [{ text: 42 }]);
  await waitFor(() => expect(reported).toEqual([expect.any(TypeError)]));
});

test('a module that rejects to save is reported, and the user stays', async () => {
  const hideDialog = store.sub(leaveQuestionAtom, () => {});
  const reported: unknown[] = [];
  const { portal, release } = createPortalApi((error) => reported.push(error), '@module/orders');
  const offline = new Error('offline');
  portal.setDirty(true, () => Promise.reject(offline));
  const leaving = confirmLeaving();
  await expect(store.get(leaveQuestionAtom)?.save?.()).rejects.toBe(offline);
  expect(await leaving).toBe(false);
  expect(reported).toEqual([offline]);
  portal.setDirty(true, async () => true);
  const again = confirmLeaving();
  await store.get(leaveQuestionAtom)?.save?.();
  expect(await again).toBe(true);
  Reflect.apply(portal.setDirty, portal, [true, async () => 'saved']);
  const staying = confirmLeaving();
  await store.get(leaveQuestionAtom)?.save?.();
  expect(await staying).toBe(false);
  expect(reported).toEqual([offline, expect.any(TypeError)]);
  release();
  hideDialog();
});

test('without a save function, the user is not offered to save', () => {
  const hideDialog = store.sub(leaveQuestionAtom, () => {});
  const { portal, release } = createPortalApi(() => {}, '@module/orders');
  portal.setDirty(true);
  void confirmLeaving();
  expect(store.get(leaveQuestionAtom)).toMatchObject({ save: undefined });
  release();
  hideDialog();
});
