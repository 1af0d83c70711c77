import { photoAtom, showPhoto, store } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { deletePhoto, savePhoto } from './change-photo';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

const portal = testPortal();
let otherTab: BroadcastChannel;

beforeAll(() => {
  otherTab = new BroadcastChannel('portico:account');
});
beforeEach(async () => {
  await portal.reset();
  await portal.signIn(ana, apps);
  showPhoto(await png('first'));
});

const photo = () => store.get(photoAtom);

/** A blob that Node's `fetch` accepts. */
const png = (content: string) => new Response(content, { headers: { 'content-type': 'image/png' } }).blob();

it('shows a replaced photo immediately, and releases the former address', async () => {
  const former = photo();
  const revoke = jest.spyOn(URL, 'revokeObjectURL');
  const shown = jest.spyOn(URL, 'createObjectURL');
  portal.answer('PUT /users/images', { status: 204 });
  const sent = await png('second');
  await savePhoto(sent);
  expect(shown.mock.lastCall?.[0]).toBe(sent);
  expect(photo()).not.toBe(former);
  expect(revoke).toHaveBeenCalledWith(former);
  expect(portal.calls).toMatchObject([
    { route: 'PUT /users/images', search: '?email=ana%40portico.test', body: 'second' },
  ]);
});

it('deletes the photo, and uploads one where there is none', async () => {
  portal.answer('DELETE /users/images', { status: 204 });
  portal.answer('POST /users/images', { status: 204 });
  await deletePhoto();
  expect(photo()).toBeUndefined();
  await savePhoto(await png('first'));
  expect(photo()).toBeDefined();
});

it('keeps the photo when a change is refused', async () => {
  const former = photo();
  portal.answer('DELETE /users/images', { status: 403, body: { code: 'odd', message: 'No.' } });
  await expect(deletePhoto()).rejects.toMatchObject({ status: 403, message: 'No.' });
  expect(photo()).toBe(former);
});

it('tells the other tabs of a change', async () => {
  const heard = new Promise((resolve) => {
    otherTab.onmessage = ({ data }) => resolve(data);
  });
  portal.answer('DELETE /users/images', { status: 204 });
  await deletePhoto();
  await expect(heard).resolves.toEqual({ type: 'PHOTO_CHANGED', email: ana.email });
  otherTab.onmessage = null;
});
