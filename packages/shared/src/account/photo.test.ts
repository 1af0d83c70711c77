import { waitFor } from '@testing-library/react';
import { signOut } from '../session/session';
import { store } from '../store';
import { type ApiAnswer, startTestPortal, type TestPortal } from '../testing';
import { accountPart } from './account-part';
import { photoAtom } from './photo-atoms';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const photoOf = (content: string, email = ana.email) => ({ email, image: { mime: 'image/png', data: btoa(content) } });

let portal: TestPortal;
let otherTab: BroadcastChannel;

beforeAll(async () => {
  portal = await startTestPortal();
  await accountPart.load();
  otherTab = new BroadcastChannel('portico:account');
});
beforeEach(() => portal.reset());
afterAll(() => portal.close());

const photo = () => store.get(photoAtom);
const calls = (route = 'GET /users/images') => portal.calls.filter((call) => call.route === route);

/** A blob as the calls of Node take it. */
const png = (content: string) => new Response(content, { headers: { 'content-type': 'image/png' } }).blob();

async function signInWith(images: readonly object[]): Promise<void> {
  portal.answer('GET /users/images', { body: images });
  await portal.signIn(ana, apps);
}

async function signInWithPhoto(): Promise<string | undefined> {
  await signInWith([photoOf('first', 'bruno@portico.test'), photoOf('first')]);
  await waitFor(() => expect(photo()).toBeDefined());
  return photo();
}

it('is that of the signed-in user, asked for by her e-mail, and gone with the session', async () => {
  const revoke = jest.spyOn(URL, 'revokeObjectURL');
  const address = await signInWithPhoto();
  expect(calls().at(-1)?.search).toBe('?emails=ana%40portico.test');
  await signOut();
  expect(photo()).toBeUndefined();
  expect(revoke).toHaveBeenCalledWith(address);
});

it('is none when the user has none, or when it does not load', async () => {
  await signInWith([photoOf('other', 'bruno@portico.test')]);
  await waitFor(() => expect(calls()).toHaveLength(1));
  expect(photo()).toBeUndefined();
  await signOut();
  portal.answer('GET /users/images', { status: 404 });
  await portal.signIn(ana, apps);
  await waitFor(() => expect(calls()).toHaveLength(1));
  expect(photo()).toBeUndefined();
});

it('is asked for once, also when the user comes back to the tab', async () => {
  await signInWithPhoto();
  const asked = calls().length;
  window.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('online'));
  // Whatever those started would have come before what this starts.
  portal.answer('PUT /users/images', { status: 204 });
  await accountPart.get().savePhoto(await png('x'));
  await waitFor(() => expect(calls()).toHaveLength(asked + 1));
});

it('is fetched anew once it is replaced, and its former address is let go', async () => {
  const former = await signInWithPhoto();
  const revoke = jest.spyOn(URL, 'revokeObjectURL');
  portal.answer('PUT /users/images', { status: 204 });
  portal.answer('GET /users/images', { body: [photoOf('second')] });
  await accountPart.get().savePhoto(await png('second'));
  await waitFor(() => expect(photo()).not.toBe(former));
  expect(revoke).toHaveBeenCalledWith(former);
  expect(calls('PUT /users/images')).toMatchObject([{ search: '?email=ana%40portico.test', body: 'second' }]);
});

it('is uploaded where there is none, and gone once it is deleted', async () => {
  await signInWith([]);
  portal.answer('POST /users/images', { status: 204 });
  portal.answer('GET /users/images', { body: [photoOf('first')] });
  await accountPart.get().savePhoto(await png('first'));
  await waitFor(() => expect(photo()).toBeDefined());
  portal.answer('DELETE /users/images', { status: 204 });
  portal.answer('GET /users/images', { body: [] });
  await accountPart.get().deletePhoto();
  await waitFor(() => expect(photo()).toBeUndefined());
});

it.each([
  ['fails', { status: 500 }],
  ['does not answer', 'unreachable'],
] as const)('is what was sent, or none, at once, also when the API %s afterwards', async (_, answer) => {
  const former = await signInWithPhoto();
  portal.answer('PUT /users/images', { status: 204 });
  portal.answer('DELETE /users/images', { status: 204 });
  portal.answer('GET /users/images', answer);
  const shown = jest.spyOn(URL, 'createObjectURL');
  const sent = await png('second');
  await accountPart.get().savePhoto(sent);
  expect(shown.mock.lastCall?.[0]).toBe(sent);
  expect(photo()).not.toBe(former);
  await accountPart.get().deletePhoto();
  expect(photo()).toBeUndefined();
});

it('is not taken back by an answer from before the change', async () => {
  await signInWithPhoto();
  let release = (_answer: ApiAnswer) => {};
  portal.answer('GET /users/images', new Promise((resolve) => (release = resolve)));
  otherTab.postMessage({ type: 'PHOTO_CHANGED', email: ana.email });
  await waitFor(() => expect(calls()).toHaveLength(1));
  portal.answer('DELETE /users/images', { status: 204 });
  portal.answer('GET /users/images', { body: [] });
  await accountPart.get().deletePhoto();
  release({ body: [photoOf('first')] });
  await waitFor(() => expect(calls()).toHaveLength(2));
  expect(photo()).toBeUndefined();
});

it('stays when a change is refused', async () => {
  const former = await signInWithPhoto();
  const asked = calls().length;
  portal.answer('DELETE /users/images', { status: 403, body: { code: 'odd', message: 'No.' } });
  await expect(accountPart.get().deletePhoto()).rejects.toMatchObject({ status: 403, message: 'No.' });
  expect(photo()).toBe(former);
  expect(calls()).toHaveLength(asked);
});

it('follows a change of another tab, and ignores what is said of somebody else', async () => {
  const former = await signInWithPhoto();
  const asked = calls().length;
  portal.answer('GET /users/images', { body: [photoOf('second')] });
  otherTab.postMessage({ type: 'PHOTO_CHANGED', email: 'bruno@portico.test' });
  otherTab.postMessage('nonsense');
  otherTab.postMessage({ type: 'PHOTO_CHANGED', email: ana.email });
  await waitFor(() => expect(photo()).not.toBe(former));
  expect(calls()).toHaveLength(asked + 1);
});

it('tells the other tabs of a change', async () => {
  await signInWithPhoto();
  const heard = new Promise((resolve) => {
    otherTab.onmessage = ({ data }) => resolve(data);
  });
  portal.answer('DELETE /users/images', { status: 204 });
  await accountPart.get().deletePhoto();
  await expect(heard).resolves.toEqual({ type: 'PHOTO_CHANGED', email: ana.email });
  otherTab.onmessage = null;
});
