import type { Announcement } from '@portico/contract/administration';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const path = 'tenants/smsa/announcements';
const operator = { ...olga, permissions: ['announcements.read', 'announcements.manage', 'access.read'] };
const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
const banner: Announcement = {
  id: 'b1',
  edition: 1,
  state: 'now',
  delivery: 'banner',
  kind: 'warning',
  texts: { pt: { title: 'Manutenção', body: 'Hoje' } },
  module: 'smsa',
  begins_at: inHours(-1),
  ends_at: inHours(1),
};
const planned: Announcement = { ...banner, id: 'n1', state: 'planned', delivery: 'notification', ends_at: null };
const over: Announcement = { ...banner, id: 'o1', state: 'over', texts: { en: { title: 'Old news', body: '' } } };

async function open(address = '', items: readonly Announcement[] = [banner], caller: object = operator) {
  const answered = answerCalls({
    'GET self': { body: caller },
    [`GET ${path}`]: { body: { items, next: null } },
    ...Object.fromEntries(items.map((item) => [`GET ${path}/${item.id}`, { body: item }])),
    [`POST ${path}`]: { status: 201, body: banner },
    [`PATCH ${path}/b1`]: { body: banner },
    [`DELETE ${path}/n1`]: { status: 204 },
    'GET tenants/smsa/groups': { body: { groups: [], apps: [{ module: 'smsa', name: 'SMSA', is_live: true }] } },
  });
  const mounted = await openConsole(`/announcements${address}`);
  return { ...answered, mounted, user: userEvent.setup() };
}
const changes = (calls: readonly { readonly route: string; readonly body: unknown }[]) =>
  calls.filter(({ route }) => !route.startsWith('GET')).map(({ route, body }) => [route, body]);

test('lists what is planned, now and over, ends a banner and removes the others', async () => {
  const { calls, user } = await open('', [planned, banner, over]);
  const row = async (state: string) => {
    const cell = await screen.findByRole('cell', { name: state });
    return within(cell.closest('tr') ?? document.body);
  };
  expect((await row('Over')).queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  await user.click((await row('Now')).getByRole('button', { name: 'End now' }));
  const dialog = screen.getByRole('dialog', { name: 'End “Manutenção” now?' });
  await user.click(within(dialog).getByRole('button', { name: 'Command' }));
  expect(within(dialog).getByText('portico announcement end b1 --tenant smsa')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'End now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click((await row('Planned')).getByRole('button', { name: 'Remove' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(changes(calls)).toEqual([
      [`PATCH ${path}/b1`, { ends_at: 'now' }],
      [`DELETE ${path}/n1`, undefined],
    ]),
  );
});

test('the filter and the whole portal are in the address', async () => {
  const { calls, user } = await open('?state=planned', []);
  expect(await screen.findByText('No announcement is in this state.')).toBeVisible();
  expect(calls.find(({ route }) => route === `GET ${path}`)?.query).toEqual({ state: 'planned' });
  await user.click(screen.getByRole('checkbox', { name: 'All tenants' }));
  await waitFor(() => expect(calls.at(-1)?.route).toBe('GET announcements'));
  expect(location.search).toBe('?state=planned&all=true');
  expect(screen.getByRole('link', { name: 'New announcement' })).toHaveAttribute(
    'href',
    '/console/announcements/new?all=true',
  );
});

test('a new banner is seen in both languages before it is posted, and has a command', async () => {
  const { calls, mounted, user } = await open('/new');
  const [pt] = await screen.findAllByRole('textbox', { name: 'Title' });
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  expect(pt).toHaveAccessibleDescription('Enter a title in one language.');
  expect(changes(calls)).toEqual([]);
  if (pt) await user.type(pt, 'Novidade');
  await user.click(screen.getByRole('radio', { name: 'Warning' }));
  const preview = screen.getByRole('region', { name: 'Preview' });
  expect(within(preview).getAllByText('Novidade')).toHaveLength(2);
  expect(mounted.calls.setDirty.at(-1)).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Application' }), 'SMSA');
  await user.click(screen.getByRole('button', { name: 'Command' }));
  expect(
    screen.getByText(/^portico announcement create --tenant smsa --pt Novidade --module smsa --until \S+ --warning$/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  await waitFor(() => expect(changes(calls)).toHaveLength(1));
  expect(changes(calls)[0]?.[1]).toEqual({
    delivery: 'banner',
    kind: 'warning',
    texts: { pt: { title: 'Novidade', body: '' } },
    module: 'smsa',
    ends_at: expect.stringMatching(/Z$/),
  });
  await waitFor(() => expect(location.pathname).toBe('/console/announcements'));
});

test('a notification has no end', async () => {
  const { calls, user } = await open('/new');
  await user.click(await screen.findByRole('radio', { name: 'Notification' }));
  expect(screen.queryByLabelText('Until')).not.toBeInTheDocument();
  const [, en] = screen.getAllByRole('textbox', { name: 'Title' });
  if (en) await user.type(en, 'News');
  await user.click(screen.getByRole('button', { name: 'Announce' }));
  await waitFor(() => expect(changes(calls)).toHaveLength(1));
  expect(changes(calls)[0]?.[1]).not.toHaveProperty('ends_at');
});

test('the second editor sees what the first has saved, and decides', async () => {
  const { answers, calls, user } = await open('/b1');
  const [pt] = await screen.findAllByRole('textbox', { name: 'Title' });
  if (pt) await user.type(pt, '!');
  const changed = { ...banner, edition: 2, texts: { pt: { title: 'Outro título', body: '' } } };
  answers[`GET ${path}/b1`] = { body: changed };
  answers[`PATCH ${path}/b1`] = ({ body }) =>
    JSON.stringify(body).includes('"edition":2')
      ? { body: banner }
      : { status: 409, body: { code: 'announcement-changed', message: 'Changed.' } };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Others have changed this meanwhile. Now it is:');
  expect(screen.getAllByText('Outro título').length).toBeGreaterThan(0);
  expect(pt).toHaveValue('Manutenção!');
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location.pathname).toBe('/console/announcements'));
  expect(changes(calls).at(-1)?.[1]).toEqual({
    edition: 2,
    kind: 'warning',
    texts: { pt: { title: 'Manutenção!', body: 'Hoje' } },
    module: 'smsa',
  });
});

test('one that is over cannot be edited', async () => {
  await open('/o1', [over]);
  expect(await screen.findByText(/This announcement no longer exists, or is over\./)).toBeVisible();
});

test('one that no longer exists says so', async () => {
  const { answers, mounted } = await open();
  answers[`GET ${path}/x1`] = { status: 404, body: { code: 'announcement-unknown', message: 'No such announcement.' } };
  await mounted.navigate('/console/announcements/x1');
  expect(await screen.findByText(/No such announcement\./)).toBeVisible();
});

test('an auditor reads', async () => {
  await open('', [banner], { ...operator, is_operator: false, permissions: ['announcements.read'] });
  expect(await screen.findByRole('rowheader', { name: 'Manutenção' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'End now' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'New announcement' })).not.toBeInTheDocument();
});

test('a list that does not load says why', async () => {
  answerCalls({
    'GET self': { body: operator },
    [`GET ${path}`]: { status: 500, body: { code: 'x', message: 'Broken.' } },
  });
  await openConsole('/announcements');
  expect(await screen.findByText(/Broken\./)).toBeVisible();
});
