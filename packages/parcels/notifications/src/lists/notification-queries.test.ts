import { queryClient } from '@portico/query';
import { type ApiAnswer, type ApiCall, testPortal } from '@portico/shared/testing';
import { waitFor } from '@testing-library/react';
import { createEntry, type Entry, serveNotifications } from '../testing/test-notifications';
import type { NotificationList } from './notification-list';
import { fetchMore, getListQuery, reloadNotifications } from './notification-queries';

const portal = testPortal();
beforeEach(async () => {
  await portal.reset();
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
});

const getIds = ({ notifications }: NotificationList) => notifications.map(({ id }) => id);
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const getPages = () => portal.calls.filter(({ search }) => search.includes('offset=10'));

/** Holds back what the API answers to the first call for the second page. */
function holdSecondPage(entries: Entry[]): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  const answerNow = ({ search }: ApiCall): ApiAnswer => {
    const offset = Number(new URLSearchParams(search).get('offset'));
    return { body: { notifications: entries.slice(offset, offset + 10), total: entries.length } };
  };
  portal.answer('GET /notifications', (call) => {
    const answer = answerNow(call);
    if (!call.search.includes('offset=10') || !isFirst) return answer;
    isFirst = false;
    return held.then(() => answer);
  });
  return release;
}

it('loses none that arrives while an older page is on its way', async () => {
  const entries = range(25, 1).map((id) => createEntry(id));
  const release = holdSecondPage(entries);
  await queryClient.fetchQuery(getListQuery('new'));
  const more = fetchMore('new');
  await waitFor(() => expect(getPages()).toHaveLength(1));
  entries.unshift(createEntry(26));
  await queryClient.refetchQueries(getListQuery('new'));
  release();
  await more;
  expect(getIds(await queryClient.fetchQuery(getListQuery('new')))).toEqual(range(26, 7));
});

it('fetches the first page again when a page shows that the list has changed', async () => {
  const entries = range(25, 1).map((id) => createEntry(id));
  serveNotifications(portal, entries);
  await queryClient.fetchQuery(getListQuery('new'));
  entries.splice(
    entries.findIndex(({ id }) => id === 20),
    1,
  );
  await fetchMore('new');
  await reloadNotifications();
  expect(getIds(await queryClient.fetchQuery(getListQuery('new')))).toEqual(range(25, 5).filter((id) => id !== 20));
});

it('fetches a page once while nothing changes', async () => {
  serveNotifications(
    portal,
    range(25, 1).map((id) => createEntry(id)),
  );
  await queryClient.fetchQuery(getListQuery('all'));
  await fetchMore('all');
  expect(portal.calls.filter(({ route }) => route === 'GET /notifications')).toHaveLength(2);
});

it('fetches nothing past the end', async () => {
  serveNotifications(portal, [createEntry(1)]);
  await queryClient.fetchQuery(getListQuery('all'));
  await queryClient.refetchQueries(getListQuery('all'));
  const before = portal.calls.length;
  await fetchMore('all');
  expect(portal.calls).toHaveLength(before);
});

it('fetches a list once more for all that arrives during a fetch', async () => {
  serveNotifications(portal, [createEntry(1)]);
  await queryClient.fetchQuery(getListQuery('all'));
  const countFetches = () => portal.calls.filter(({ search }) => search.includes('read=1')).length;
  const before = countFetches();
  await Promise.all(range(20, 1).map(() => reloadNotifications()));
  expect(countFetches()).toBe(before + 2);
});
