import type { UserAnnouncements } from '@portico/contract';
import { queryClient } from '@portico/query';
import { currentAppKeyAtom, setLocale, signOut, store } from '@portico/shared';
import { type LeadingTab, renderParcel, startLeadingTab, supportLocks, testPortal } from '@portico/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { supportWidth } from '../testing/browser';
import { Announcements } from './announcements';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];

const portal = testPortal();
let leader: LeadingTab;

beforeAll(() => {
  supportLocks();
  supportWidth(1280);
  leader = startLeadingTab();
  document.body.innerHTML = '<main id="portico-content" tabindex="-1"></main><div id="portico-announcements"></div>';
});
beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
  leader.setState({ email: ana.email, status: 'connected', connection: 'first' });
});
afterAll(() => leader.close());

type Banner = UserAnnouncements['items'][number];

/** The clock of the server is an hour ahead of that of the browser. */
const serverTime = (seconds: number) => new Date(Date.now() + 3600_000 + seconds * 1000).toISOString();
const createBanner = (key: string, fields: Partial<Banner> = {}): Banner => ({
  key,
  kind: 'information',
  texts: { en: { title: `Title ${key}`, body: 'Body' } },
  module: null,
  ends_at: serverTime(3600),
  ...fields,
});
const serve = (items: readonly Banner[], next_at: string | null = null) => {
  const body = () => ({ ...ana, announcements: { channel: 'smsa-mark', now: serverTime(0), next_at, items } });
  portal.answer('GET /users/me', () => ({ body: body() }));
};
const show = async (items: readonly Banner[], next_at?: string) => {
  await portal.signIn(ana, apps);
  serve(items, next_at);
  renderParcel(Announcements, 'bell');
};
const fetches = () => portal.calls.filter(({ route }) => route === 'GET /users/me').length;
const banner = (title: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(title));
const none = () => waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());

it('shows one at a time, in the language of the user or the other one, until it is closed', async () => {
  const warning = createBanner('1', { kind: 'warning', texts: { pt: { title: 'Aviso', body: 'Hoje' } } });
  await show([
    warning,
    createBanner('2', { texts: { pt: { title: 'Dois', body: '' }, en: { title: 'Two', body: '' } } }),
  ]);
  await banner('Warning: Aviso Hoje');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(within(screen.getByRole('status')).getByText('Aviso').closest('[lang]')).toHaveAttribute('lang', 'pt-BR');
  const close = screen.getByRole('button', { name: 'Close' });
  await userEvent.click(close);
  await banner('Two');
  expect(close).toHaveFocus();
  await act(() => setLocale('pt'));
  await banner('Dois');
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }));
  await none();
  expect(document.getElementById('portico-content')).toHaveFocus();
});

it('remembers what was closed in this browser, until a new edition', async () => {
  await show([createBanner('1')]);
  await banner('Title 1');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await act(() => signOut());
  await show([createBanner('1'), createBanner('1-edited')]);
  await waitFor(() => expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('Title 1-edited'));
});

it('closes what another tab closes', async () => {
  await show([createBanner('1')]);
  await banner('Title 1');
  localStorage.setItem('portico:closed-banners', '1');
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  await none();
});

it('begins and ends by the clock of the server', async () => {
  await show([createBanner('1', { ends_at: serverTime(0.8) })], serverTime(1.2));
  await banner('Title 1');
  serve([createBanner('2')]);
  await none();
  expect(fetches()).toBe(1);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Title 2'), { timeout: 6_000 });
  expect(fetches()).toBe(2);
});

it('follows changes of its own tenant and of all, and what it may have missed', async () => {
  await show([createBanner('first')]);
  await banner('first');
  const change = async (title: string, tell: () => void) => {
    serve([createBanner(title)]);
    tell();
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(title), { timeout: 4_000 });
  };
  await change('own', () => leader.changeAnnouncements('smsa-mark'));
  const before = fetches();
  leader.changeAnnouncements('other-mark');
  await change('all', () => leader.changeAnnouncements(''));
  expect(fetches()).toBe(before + 1);
});

it('shows the banner of an application while that is on screen', async () => {
  await show([createBanner('1', { module: 'smsa' })]);
  await waitFor(() => expect(fetches()).toBe(1));
  act(() => store.set(currentAppKeyAtom, 'smsa'));
  await none();
  act(() => portal.visit('/smsa/orders'));
  await banner('Title 1');
  act(() => portal.visit('/profile'));
  await none();
});

it.each([undefined, null, 'x', { items: [] }, { channel: '', now: 'x', next_at: null, items: [] }])(
  'shows nothing for an answer of another server: %j',
  async (announcements) => {
    await portal.signIn(ana, apps);
    portal.answer('GET /users/me', { body: { ...ana, announcements } });
    renderParcel(Announcements, 'bell');
    await waitFor(() => expect(queryClient.getQueryData(['user'])).toMatchObject(ana));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  },
);
