import { photoAtom, showPhoto, signOut, store } from '@portico/shared';
import { type ApiAnswer, testPortal, withShortWaits } from '@portico/shared/testing';
import { waitFor } from '@testing-library/react';
import { followAccount } from './follow-account';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
/** Between the tries of a fetch that fails, in milliseconds. */
const retryWaits = [1_000, 2_000, 4_000];
const createEntry = (content: string, email = ana.email) => ({
  email,
  image: { mime: 'image/png', data: btoa(content) },
});

const portal = testPortal();
let otherTab: BroadcastChannel;

beforeAll(() => {
  followAccount();
  otherTab = new BroadcastChannel('portico:account');
});
beforeEach(() => portal.reset());

const photo = () => store.get(photoAtom);
const calls = () => portal.calls.filter(({ route }) => route === 'GET /users/images');

async function signInWith(images: readonly object[]): Promise<void> {
  portal.answer('GET /users/images', { body: images });
  await portal.signIn(ana, apps);
}

async function signInWithPhoto(): Promise<string | undefined> {
  await signInWith([createEntry('first', 'bruno@portico.test'), createEntry('first')]);
  await waitFor(() => expect(photo()).toBeDefined());
  return photo();
}

describe('the photo', () => {
  it('is loaded by the e-mail of the signed-in user, and removed at the end of the session', async () => {
    const revoke = jest.spyOn(URL, 'revokeObjectURL');
    const address = await signInWithPhoto();
    expect(calls().at(-1)?.search).toBe('?emails=ana%40portico.test');
    await signOut();
    expect(photo()).toBeUndefined();
    expect(revoke).toHaveBeenCalledWith(address);
  });

  it('is none when the user has none, or when it does not load', async () => {
    await signInWith([createEntry('other', 'bruno@portico.test')]);
    await waitFor(() => expect(calls()).toHaveLength(1));
    expect(photo()).toBeUndefined();
    await signOut();
    portal.answer('GET /users/images', { status: 404 });
    await portal.signIn(ana, apps);
    await waitFor(() => expect(calls()).toHaveLength(1));
    expect(photo()).toBeUndefined();
  });

  it('is fetched once, also when the user returns to the tab', async () => {
    await signInWithPhoto();
    const fetched = calls().length;
    window.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    // A fetch that these had started would be counted before this one.
    otherTab.postMessage({ type: 'PHOTO_CHANGED', email: ana.email });
    await waitFor(() => expect(calls()).toHaveLength(fetched + 1));
  });

  it('is retried three times, after 1 s, 2 s and 4 s, while the server fails', async () => {
    let failures = 3;
    portal.answer('GET /users/images', () => (failures-- > 0 ? { status: 503 } : { body: [createEntry('first')] }));
    const loading = async () => {
      await portal.signIn(ana, apps);
      await waitFor(() => expect(photo()).toBeDefined());
    };
    expect(await withShortWaits(retryWaits, loading)).toEqual(retryWaits);
  });

  it('keeps the change of the user when an older answer arrives', async () => {
    await signInWithPhoto();
    const fetched = calls().length;
    let release = (_answer: ApiAnswer) => {};
    portal.answer('GET /users/images', new Promise((resolve) => (release = resolve)));
    otherTab.postMessage({ type: 'PHOTO_CHANGED', email: ana.email });
    await waitFor(() => expect(calls()).toHaveLength(fetched + 1));
    portal.answer('GET /users/images', { body: [] });
    showPhoto(undefined);
    await waitFor(() => expect(calls()).toHaveLength(fetched + 2));
    const created = jest.spyOn(URL, 'createObjectURL');
    release({ body: [createEntry('first')] });
    // Its answer comes after that one.
    portal.answer('GET /users/images', { body: [createEntry('later')] });
    otherTab.postMessage({ type: 'PHOTO_CHANGED', email: ana.email });
    await waitFor(() => expect(photo()).toBeDefined());
    expect(created).toHaveBeenCalledTimes(1);
    created.mockRestore();
  });

  it('is fetched again after an upload, as the server stored it', async () => {
    const former = await signInWithPhoto();
    const fetched = calls().length;
    const created = jest.spyOn(URL, 'createObjectURL');
    portal.answer('GET /users/images', { body: [createEntry('smaller')] });
    const upload = new Blob(['upload']);
    showPhoto(upload);
    expect(created.mock.lastCall?.[0]).toBe(upload);
    await waitFor(() => expect(created.mock.lastCall?.[0]).not.toBe(upload));
    expect(photo()).not.toBe(former);
    expect(calls()).toHaveLength(fetched + 1);
  });

  it.each([{ status: 500 }, 'unreachable'] as const)(
    'stays as it was changed when the fetch after it fails: %j',
    async (answer) => {
      await signInWithPhoto();
      portal.answer('GET /users/images', answer);
      const fetched = calls().length;
      // Until its last try, which would reach the next test otherwise.
      await withShortWaits(retryWaits, () => {
        showPhoto(undefined);
        return waitFor(() => expect(calls()).toHaveLength(fetched + 1 + retryWaits.length));
      });
      expect(photo()).toBeUndefined();
    },
  );

  it('follows a change of another tab, and ignores messages about other users', async () => {
    const former = await signInWithPhoto();
    const fetched = calls().length;
    portal.answer('GET /users/images', { body: [createEntry('second')] });
    otherTab.postMessage({ type: 'PHOTO_CHANGED', email: 'bruno@portico.test' });
    otherTab.postMessage('nonsense');
    otherTab.postMessage({ type: 'PHOTO_CHANGED', email: ana.email });
    await waitFor(() => expect(photo()).not.toBe(former));
    expect(calls()).toHaveLength(fetched + 1);
  });
});
