import { setLocale, signOut, store, waitingToastsAtom } from '@portico/shared';
import { validateSession } from '@portico/shared/modules';
import { type ApiAnswer, toastTexts } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { markAllNotificationsRead, reloadNotifications } from '../lists/notification-lists';
import { bellPortal, drawBell, drawBellWith } from '../testing/open-bell';
import { createEntry, type Entry, serveNotifications } from '../testing/test-notifications';

const portal = bellPortal();

const bell = () => screen.getByRole('button', { name: /^Notifications/ });
const rows = () => screen.getAllByRole('listitem');
const lists = () => portal.calls.filter(({ route }) => route === 'GET /notifications');
const entries = (count: number, more: Partial<Entry> = {}) =>
  Array.from({ length: count }, (_, index) => createEntry(count - index, more));

const draw = (served: Entry[]) => drawBellWith(portal, served);

async function open(served: Entry[]): Promise<void> {
  await draw(served);
  await userEvent.click(bell());
  await screen.findByRole('tablist');
}

describe('the bell', () => {
  it('fetches the first page of both lists before any panel opens, and counts what is unread', async () => {
    await draw([...entries(3), createEntry(0, { read: 1 })]);
    expect(lists().map(({ search }) => decodeURIComponent(search))).toEqual(
      expect.arrayContaining(['?offset=0&limit=10&read=1&read=0', '?offset=0&limit=10&read=0']),
    );
    expect(lists()).toHaveLength(2);
    expect(bell()).toHaveTextContent('3');
    expect(bell()).toHaveAttribute('aria-expanded', 'false');
  });

  it('has no badge when nothing is unread, and 99+ above 99', async () => {
    await draw(entries(100));
    expect(bell()).toHaveTextContent('99+');
    await act(() => markAllNotificationsRead());
    await waitFor(() => expect(bell()).toHaveAccessibleName('Notifications'));
    expect(bell()).toHaveTextContent('');
  });

  it('speaks Portuguese', async () => {
    await draw(entries(1));
    await act(() => setLocale('pt'));
    expect(screen.getByRole('button', { name: 'Notificações, 1 não lida' })).toBeVisible();
  });

  it('disappears when the session ends', async () => {
    await draw(entries(1));
    await act(() => signOut());
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('the panel', () => {
  it('shows the unread notifications first, then all', async () => {
    await open([...entries(2), createEntry(0, { read: 1 })]);
    expect(screen.getByRole('dialog', { name: 'Notifications' })).toHaveFocus();
    expect(screen.getByRole('tab', { name: 'New 2', selected: true })).toBeVisible();
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(within(rows()[0] ?? document.body).getByText('Ticket 2')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'All' }));
    expect(rows()).toHaveLength(3);
    expect(rows()[2]).not.toHaveTextContent('Unread');
  });

  it('moves between the tabs by the arrows', async () => {
    await open(entries(1));
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.getByRole('tab', { name: 'New 1' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'All', selected: true })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'New 1', selected: true })).toHaveFocus();
  });

  it('loads more only at its end, until it is complete', async () => {
    const getHeight = (element: Element) => Number.parseInt(element.querySelector('ol')?.style.height ?? '', 10) || 0;
    const property = jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get');
    property.mockImplementation(function (this: HTMLElement) {
      return getHeight(this);
    });
    await open(entries(25));
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '25'));
    const scroller = screen.getByRole('list').parentElement ?? document.body;
    const countPages = (offset: number) => lists().filter(({ search }) => search.includes(`offset=${offset}`)).length;
    const scrollNearEnd = (distance: number) => {
      scroller.scrollTop = getHeight(scroller) - 600 - distance;
      fireEvent.scroll(scroller);
    };
    scrollNearEnd(40);
    expect(countPages(10)).toBe(0);
    scrollNearEnd(5);
    scrollNearEnd(5);
    await waitFor(() => expect(getHeight(scroller)).toBeGreaterThan(1_700));
    expect([countPages(10), countPages(20)]).toEqual([1, 0]);
    scrollNearEnd(5);
    await waitFor(() => expect(getHeight(scroller)).toBeGreaterThan(2_200));
    scrollNearEnd(5);
    expect([countPages(10), countPages(20), countPages(30)]).toEqual([1, 1, 0]);
    property.mockRestore();
  });

  it('marks one read by opening it, reloads, and is silent about a failure', async () => {
    await open(entries(2));
    const link = await screen.findByRole('link', { name: /Ticket 2/ });
    expect(link).toHaveAttribute('href', 'http://localhost/smsa/tickets/2');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await userEvent.click(link);
    await waitFor(() => expect(rows()).toHaveLength(1));
    await waitFor(() => expect(bell()).toHaveTextContent('1'));
    expect(portal.calls.find(({ route }) => route === 'PATCH /notifications')?.body).toEqual({ ids: [2] });
    portal.answer('PATCH /notifications', { status: 500, body: { code: 'odd', message: 'Odd' } });
    await userEvent.click(screen.getByRole('link', { name: /Ticket 1/ }));
    // By the server it is still unread.
    expect(await screen.findByRole('link', { name: /Ticket 1/ })).toBeVisible();
    expect(toastTexts()).toEqual([]);
  });

  it.each(['undefined', 'null', '', 'javascript:alert(1)', '//evil.test', 'text'])(
    'opens one that leads to "%s" without following it',
    async (redirect) => {
      await open([createEntry(1, { redirect })]);
      const button = await screen.findByRole('button', { name: /Ticket 1/ });
      await userEvent.click(button);
      expect(await screen.findByText("It's up to date")).toBeVisible();
      expect(screen.getByText('There are no new notifications to view')).toBeVisible();
    },
  );

  it('marks all read, and says when that fails', async () => {
    await open(entries(2));
    portal.answer('PATCH /notifications/all', { status: 400, body: { code: 'odd', message: '' } });
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(toastTexts()).toEqual(['error: Your notifications could not be marked as read']));
    portal.answer('PATCH /notifications/all', { status: 400, body: { code: 'odd', message: 'Not today' } });
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(toastTexts()).toEqual(['error: Not today']));
    expect(rows()).toHaveLength(2);
  });

  it('says nothing of a failure that comes after the user has signed out', async () => {
    await open(entries(2));
    let answer = (_: ApiAnswer) => {};
    portal.answer('PATCH /notifications/all', new Promise<ApiAnswer>((resolve) => (answer = resolve)));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(portal.calls.map(({ route }) => route)).toContain('PATCH /notifications/all'));
    await act(() => signOut());
    portal.answer('GET /auth/validate', { status: 401 });
    answer({ status: 401, body: { code: 'session-ended', message: 'Signed out' } });
    // Its answer comes after that one.
    await act(() => validateSession());
    expect(toastTexts()).toEqual([]);
  });

  it('closes on a press outside, which reaches its target, and on Escape, which returns the focus', async () => {
    await open(entries(1));
    const outside = document.createElement('button');
    const onClick = jest.fn();
    outside.addEventListener('click', onClick);
    document.body.append(outside);
    await userEvent.click(outside);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(bell());
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(bell()).toHaveFocus();
    outside.remove();
  });

  it('moves through the rows by the arrows, as a roving tabindex, and never draws them all', async () => {
    await open(entries(40));
    await screen.findByRole('link', { name: /Ticket 40/ });
    await userEvent.click(screen.getByRole('tab', { name: /New/ }));
    await userEvent.tab();
    expect(screen.getByRole('link', { name: /Ticket 40/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('link', { name: /Ticket 38/ })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Ticket 1Body'));
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(screen.getByRole('link', { name: /Ticket 40/ })).toHaveFocus());
    expect(rows().length).toBeLessThan(30);
  });

  it('drops a malformed entry, reports it once, and keeps the list', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => {});
    await open([createEntry(3), { ...createEntry(2), id: '' }, createEntry(1)]);
    await waitFor(() => expect(rows()).toHaveLength(2));
    await act(() => reloadNotifications());
    expect(error).toHaveBeenCalledTimes(1);
    expect(error.mock.calls[0]?.[0]).toMatch(/malformed/);
    error.mockRestore();
  });

  it('shows one without title, date and module with what there is', async () => {
    await open([
      createEntry(2, { title: null, created_at: null }),
      createEntry(1, { title: '', body: 'Only a text', module: null, created_at: 'yesterday' }),
    ]);
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(rows()[0]).toHaveTextContent('SMSABody 2Unread');
    expect(rows()[1]).toHaveTextContent('NotificationsOnly a textUnread');
  });

  it('says once that the lists do not load, and offers to try again', async () => {
    portal.answer('GET /notifications', { status: 403, body: { code: 'no', message: 'Closed for today' } });
    await drawBell(portal);
    await waitFor(() => expect(toastTexts()).toEqual(['error: Closed for today']));
    // Both lists fail, again and again: one message.
    const [shown] = store.get(waitingToastsAtom);
    await act(() => reloadNotifications());
    await userEvent.click(bell());
    expect(await screen.findByText(/did not load/)).toBeVisible();
    await waitFor(() => expect(lists().length).toBeGreaterThanOrEqual(6));
    expect(store.get(waitingToastsAtom)).toEqual([shown]);
    serveNotifications(portal, entries(1));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Ticket 1/ })).toBeVisible();
    expect(toastTexts()).toEqual(['error: Closed for today']);
  });

  it('leaves it to the banner to say that the browser is offline, and says what fails after that', async () => {
    await draw(entries(1));
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    portal.answer('GET /notifications', { status: 403, body: { code: 'no', message: 'Closed for today' } });
    await act(() => reloadNotifications());
    expect(toastTexts()).toEqual([]);
    onLine.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    await act(() => reloadNotifications());
    expect(toastTexts()).toEqual(['error: Closed for today']);
  });

  it('says when the list is updated in a narrow window, and does so on focus', async () => {
    await open(entries(1));
    const text = 'The list is updated every minute, and whenever you return to the portal.';
    expect(screen.getByText('Every minute').parentElement).toHaveAttribute('title', text);
    expect(screen.getByText(text)).toBeInTheDocument();
    serveNotifications(portal, entries(2));
    fireEvent.focus(window);
    await waitFor(() => expect(bell()).toHaveTextContent('2'));
  });
});
