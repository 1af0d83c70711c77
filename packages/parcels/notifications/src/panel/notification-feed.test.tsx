import { type Notification, notificationSchema } from '@portico/contract';
import { queryClient } from '@portico/query';
import { changeApps, setLocale } from '@portico/shared';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { getListQuery } from '../lists/notification-lists';
import { bellPortal, drawBellWith } from '../testing/open-bell';
import { createEntry, type Entry } from '../testing/test-notifications';
import { NotificationTab } from './notification-tab';

const longText = 'Three lines are not enough for this. '.repeat(10).trim();

const portal = bellPortal();

beforeAll(async () => {
  // Texts of more than 90 characters take four lines, of which three are shown.
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', {
    configurable: true,
    get(this: HTMLElement) {
      if (!this.matches('[data-clamped]')) return this.clientHeight;
      return (this.textContent ?? '').length > 90 ? this.clientHeight + 20 : this.clientHeight;
    },
  });
});

async function open(entries: Entry[]): Promise<void> {
  await drawBellWith(portal, entries);
  await userEvent.click(screen.getByRole('button', { name: /^Notifications/ }));
  await screen.findAllByRole('listitem');
}

const row = () => screen.getByRole('listitem');
const marked = () => portal.calls.filter(({ route }) => route === 'PATCH /notifications').map(({ body }) => body);

it('opens a long text without a link in place, and keeps it in its list while the user reads', async () => {
  await open([createEntry(1, { body: longText, redirect: null })]);
  const button = within(row()).getByRole('button', { name: /Three lines/, expanded: false });
  expect(button).toHaveTextContent(/Show all/);
  await userEvent.click(button);
  await waitFor(() => expect(marked()).toEqual([{ ids: [1] }]));
  await screen.findByRole('button', { name: 'Notifications' });
  expect(within(row()).getByRole('button', { name: /Three lines/, expanded: true })).toHaveTextContent(/Show less/);
  expect(row()).not.toHaveTextContent('Unread');
  await userEvent.click(within(row()).getByRole('button'));
  expect(within(row()).getByRole('button', { expanded: false })).toBeVisible();
  expect(marked()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Notifications' }));
  expect(await screen.findByText('There are no new notifications to view')).toBeVisible();
});

it('opens a long text with a link by a button of its own, and says that the link opens a new tab', async () => {
  await open([createEntry(1, { body: longText })]);
  expect(within(row()).getByRole('link', { name: /\(opens in a new tab\)$/ })).toHaveAttribute('target', '_blank');
  await userEvent.click(within(row()).getByRole('button', { name: 'Show all', expanded: false }));
  expect(await within(row()).findByRole('button', { name: 'Show less', expanded: true })).toBeVisible();
  await waitFor(() => expect(marked()).toEqual([{ ids: [1] }]));
  expect(row()).toBeInTheDocument();
});

it('shows the application of a notification without a title once the applications have loaded', async () => {
  await open([createEntry(1, { title: '', module: 'orders' })]);
  expect(row().querySelector('bdi')).toHaveTextContent('orders');
  act(() => changeApps('ana@portico.test', [{ name: 'Purchase orders', module: 'orders', description: '' }]));
  expect(row().querySelector('bdi')).toHaveTextContent('Purchase orders');
});

it('has no button for a text that is shown whole', async () => {
  await open([createEntry(1)]);
  expect(within(row()).queryByRole('button')).not.toBeInTheDocument();
});

it('shows when one was sent, how long ago that was, and the full date as a tooltip', async () => {
  const at = new Date(Date.now() - 3 * 60_000 - 1_000);
  await open([createEntry(1, { created_at: at.toISOString() })]);
  const time = row().querySelector('time');
  expect(time).toHaveTextContent(/^\d\d-\d\d-\d{4} \d\d:\d\d · 3 minutes ago$/);
  expect(time?.title).toContain(String(at.getFullYear()));
  await act(() => setLocale('pt'));
  expect(time).toHaveTextContent(/há 3 minutos$/);
});

it('draws only the rows in view of 5,000, wherever it is scrolled to', async () => {
  const notifications: Notification[] = Array.from({ length: 5_000 }, (_, index) =>
    v.parse(notificationSchema, createEntry(5_000 - index)),
  );
  const page = { notifications, total: 5_000, unread: 5_000 };
  queryClient.setQueryData(getListQuery('new').queryKey, { pages: [page], pageParams: [0] });
  render(<NotificationTab filter="new" />);
  const scroller = screen.getByRole('list').parentElement ?? document.body;
  for (const [top, first] of [
    [0, 1],
    [225_000, 2_400],
    [450_000, 4_800],
  ] as const) {
    act(() => scroller.scrollTo({ top }));
    await waitFor(() =>
      expect(Number(screen.getAllByRole('listitem').at(-1)?.getAttribute('aria-posinset'))).toBeGreaterThan(first),
    );
    expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(30);
  }
});
