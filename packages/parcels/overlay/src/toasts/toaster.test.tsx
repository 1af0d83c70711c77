import { dismissToast, setLocale, showToast, signOut } from '@portico/shared';
import { renderParcel } from '@portico/shared/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { overlayPortal } from '../testing/overlay-portal';
import { Toaster } from './toaster';

overlayPortal();
let hasFocus: jest.SpyInstance<boolean>;

beforeEach(() => {
  hasFocus = jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  jest.useFakeTimers();
  renderParcel(Toaster, 'overlay');
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const user = userEvent.setup({ advanceTimers: (time) => jest.advanceTimersByTime(time) });
const region = () => screen.getByRole('region', { name: 'Notifications Alt+T' });
const toasts = () => within(region()).queryAllByRole('listitem');
const texts = () => toasts().map((toast) => toast.textContent);
const card = (name: string) => within(region()).getByRole('group', { name });
const close = (name: string) => within(card(name)).getByRole('button', { name: 'Close' });
const announcer = (politeness: 'polite' | 'assertive') => document.querySelector(`[aria-live='${politeness}']`);
const show = (...shown: Parameters<typeof showToast>[0][]) =>
  act(() => {
    for (const toast of shown) showToast(toast);
  });
/** In steps, so that React draws in between. */
const pass = (time: number) => {
  const end = Date.now() + time;
  while (Date.now() < end) act(() => jest.advanceTimersByTime(Math.min(end - Date.now(), 50)));
};
const pressAltT = () =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code: 'KeyT', key: '†', altKey: true });

it('shows the newest last, and each for four seconds unless it says otherwise', () => {
  show({ text: 'One' }, { text: 'Two', duration: 5_000 });
  expect(texts()).toEqual(['One', 'Two']);
  pass(3_999);
  expect(toasts()).toHaveLength(2);
  pass(400);
  expect(texts()).toEqual(['Two']);
  pass(1_000);
  expect(toasts()).toEqual([]);
});

it('takes 300 ms to leave, and cannot be reached meanwhile', () => {
  show({ text: 'Saved' });
  pass(4_000);
  expect(within(region()).getByRole('group', { name: 'Saved', hidden: true })).toHaveAttribute('inert');
  pass(350);
  expect(toasts()).toEqual([]);
});

it('says the type in words for users who do not see the icon', () => {
  show({ type: 'error', title: 'Ticket 42', text: 'Not saved' });
  expect(card('Error: Ticket 42 Not saved')).toBeVisible();
});

it('closes by a click anywhere, and by its close button', async () => {
  show({ text: 'One' }, { text: 'Two' });
  await user.click(screen.getByText('One', { selector: 'bdi' }));
  pass(400);
  expect(texts()).toEqual(['Two']);
  await user.click(close('Two'));
  pass(400);
  expect(toasts()).toEqual([]);
});

it('does not take the focus when it is clicked', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  show({ text: 'One' }, { text: 'Two' });
  await user.click(close('One'));
  expect(field).toHaveFocus();
  field.remove();
});

it('runs its action, and closes', async () => {
  const run = jest.fn();
  show({ type: 'error', text: 'Not saved', action: { label: 'Try again', run } });
  pass(20_000);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  pass(400);
  expect(run).toHaveBeenCalledTimes(1);
  expect(toasts()).toEqual([]);
});

it('is a link to a new tab if it has an address', async () => {
  const onOpen = jest.fn();
  show({ title: 'New ticket', text: 'The lift is stuck', link: { href: '/smsa/tickets/1', onOpen } });
  const link = screen.getByRole('link', { name: 'New ticket The lift is stuck (opens in a new tab)' });
  expect(link).toHaveAttribute('href', '/smsa/tickets/1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  link.addEventListener('click', (event) => event.preventDefault());
  await user.click(link);
  pass(400);
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(toasts()).toEqual([]);
});

it('pauses while the pointer is over it, then continues with the remaining time', async () => {
  show({ text: 'Saved' });
  pass(3_000);
  await user.hover(card('Saved'));
  pass(20_000);
  expect(toasts()).toHaveLength(1);
  await user.unhover(card('Saved'));
  await user.hover(document.body);
  pass(900);
  expect(card('Saved')).not.toHaveAttribute('inert');
  pass(400);
  expect(toasts()).toEqual([]);
});

it('pauses while the user is in another window; a toast that arrives meanwhile gets its whole time, and no more', () => {
  hasFocus.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('blur')));
  pass(10_000);
  show({ text: 'Saved' });
  pass(10_000);
  hasFocus.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('focus')));
  pass(3_900);
  expect(card('Saved')).not.toHaveAttribute('inert');
  pass(500);
  expect(toasts()).toEqual([]);
});

it('gets the focus by Alt+T, which pauses it; Escape returns the focus', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  show({ text: 'Saved' });
  pressAltT();
  expect(region()).toHaveFocus();
  pass(20_000);
  expect(toasts()).toHaveLength(1);
  await user.keyboard('{Escape}');
  expect(field).toHaveFocus();
  pass(4_400);
  expect(toasts()).toEqual([]);
  field.remove();
});

it('gets the focus by Alt+T when there is no toast, and says so', async () => {
  pressAltT();
  expect(region()).toHaveFocus();
  expect(region()).toHaveTextContent('No messages');
  await user.keyboard('{Escape}');
  expect(document.body).toHaveFocus();
  expect(region()).toHaveTextContent('');
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: false }, { code: 'KeyR' }])(
  'ignores other keys: %j',
  (keys) => {
    const event = { code: 'KeyT', altKey: true, ...keys };
    expect(fireEvent.keyDown(document.body, event)).toBe(true);
    expect(document.body).toHaveFocus();
  },
);

it('moves the focus to the next toast when the keyboard closes one, and back after the last', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  show({ text: 'One' }, { text: 'Two' }, { text: 'Three' });
  pressAltT();
  await user.tab();
  await user.tab();
  expect(close('Two')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(card('Three')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(card('One')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(field).toHaveFocus();
  pass(400);
  expect(toasts()).toEqual([]);
  field.remove();
});

it('announces each toast once, politely or assertively, outside of the list', () => {
  const polite = announcer('polite');
  const assertive = announcer('assertive');
  show({ type: 'success', title: 'Ticket 42', text: 'Saved.' });
  expect(polite).toHaveTextContent(/^Success\. Ticket 42\. Saved\.$/);
  expect(assertive).toBeEmptyDOMElement();
  pass(1_000);
  expect(polite).toBeEmptyDOMElement();
  show({ type: 'error', text: 'Not sent', action: { label: 'Try again', run: () => {} } });
  expect(assertive).toHaveTextContent(/^Error\. Not sent\. Try again, Notifications Alt\+T\.$/);
  expect(polite).toBeEmptyDOMElement();
  expect(region().closest('[aria-live]')).toBeNull();
});

it('announces a toast that arrived while the user was away when they are back', () => {
  hasFocus.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('blur')));
  show({ text: 'Saved' });
  expect(announcer('polite')).toBeEmptyDOMElement();
  hasFocus.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('focus')));
  expect(announcer('polite')).toHaveTextContent('Saved.');
});

it('replaces a toast of the same key in place, announces the new one, and gives it its whole time', () => {
  show({ text: 'Saving', key: 'save' }, { text: 'Other', duration: 9_000 });
  pass(3_000);
  show({ type: 'success', text: 'Saved', key: 'save' });
  expect(texts()).toEqual(['Success: Saved', 'Other']);
  expect(announcer('polite')).toHaveTextContent('Saved.');
  pass(3_900);
  expect(toasts()).toHaveLength(2);
  pass(400);
  expect(texts()).toEqual(['Other']);
});

it('shows three together, says how many wait, and shows those next', async () => {
  show(
    ...['1', '2', '3', '4', '5', '6'].map((text) => ({
      type: 'error' as const,
      text,
      action: { label: 'Go', run: () => {} },
    })),
  );
  expect(toasts()).toHaveLength(3);
  expect(region()).toHaveTextContent('3 more');
  await user.click(close('Error: 2'));
  pass(400);
  expect(texts().map((text) => text?.[7])).toEqual(['1', '3', '4']);
  expect(region()).toHaveTextContent('2 more');
});

it('shows markup as text', () => {
  show({ text: '<img src=x>' });
  expect(region()).toHaveTextContent('<img src=x>');
});

it('closes one by its id', () => {
  let id = '';
  act(() => {
    id = showToast({ text: 'Saved' });
  });
  act(() => dismissToast(id));
  pass(400);
  expect(toasts()).toEqual([]);
});

it('does not announce a toast that was closed before the user is back', () => {
  hasFocus.mockReturnValue(false);
  fireEvent.blur(window);
  show({ text: 'Read elsewhere', key: 'read' });
  act(() => dismissToast('read'));
  hasFocus.mockReturnValue(true);
  fireEvent.focus(window);
  pass(100);
  expect(announcer('polite')).toHaveTextContent(/^$/);
});

it('isolates the direction of its texts', () => {
  show({ title: 'فاتورة', text: 'invoice 7.pdf' });
  expect([...card('فاتورة invoice 7.pdf').querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
    'فاتورة',
    'invoice 7.pdf',
  ]);
});

it('closes all when the user signs out', async () => {
  show({ text: 'Saved' });
  expect(toasts()).toHaveLength(1);
  act(() => void signOut());
  expect(toasts()).toEqual([]);
});

it('speaks Portuguese', async () => {
  await act(() => setLocale('pt'));
  show({ type: 'warning', text: 'Sem conexão' });
  expect(region()).toHaveTextContent('Aviso: Sem conexão');
  expect(screen.getByRole('button', { name: 'Fechar' })).toBeVisible();
});
