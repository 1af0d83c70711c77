import { currentAppKeyAtom, failedRegionsAtom, restoreSession, setLocale, signOut, store } from '@portico/shared';
import { renderParcel, testPortal, withShortWaits } from '@portico/shared/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TopBar } from './top-bar';

const ana = { email: 'ana@portico.test', name: 'Ana Prado' };
const smsa = { name: 'SMSA', module: 'smsa', description: '' };
const studium = { name: 'HR Studium', module: 'hrstudium', description: '' };
const welcome = { name: 'Welcome', module: 'welcome', description: '' };

const portal = testPortal({ tenants: { smsa: { name: 'Acme' } } });

beforeEach(async () => {
  await portal.reset();
  await setLocale('en');
  portal.visit('/');
});

const button = (name: string) => screen.getByRole('button', { name });
const draw = () => renderParcel(TopBar, 'home');

describe('a signed-in user', () => {
  it('has a switcher with more than one application only', async () => {
    await portal.signIn(ana, [smsa]);
    draw();
    expect(screen.queryByRole('button', { name: 'Applications' })).not.toBeInTheDocument();
    await act(() => portal.signIn(ana, [smsa, studium]));
    expect(button('Applications')).toHaveAttribute('aria-expanded', 'false');
  });

  it('opens the switcher by its first click, before its code has arrived', async () => {
    await portal.signIn(ana, [smsa, studium]);
    draw();
    fireEvent.pointerDown(button('Applications'));
    fireEvent.click(button('Applications'), { detail: 1 });
    const menu = await screen.findByRole('menu', { name: 'Applications' });
    const items = within(menu).getAllByRole('menuitem');
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['SMSA', '/smsa/'],
      ['HR Studium', '/hrstudium/'],
    ]);
  });

  it('opens the next menu by its first click, after another one has loaded the code', async () => {
    await portal.signIn(ana, [smsa, studium]);
    draw();
    await userEvent.click(button('Applications'));
    await screen.findByRole('menu', { name: 'Applications' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button('Account menu'));
    await screen.findByRole('menu', { name: 'Account menu' });
  });

  it('draws as many applications as fill the switcher, then the others, and the keyboard reaches all', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ ...smsa, name: `App ${index}`, module: `app-${index}` }));
    await portal.signIn(ana, many);
    draw();
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((found) => records.push(...found));
    observer.observe(document.body, { childList: true, subtree: true });
    await userEvent.click(button('Applications'));
    const menu = await screen.findByRole('menu', { name: 'Applications' });
    await waitFor(() => expect(within(menu).getAllByRole('menuitem')).toHaveLength(60));
    observer.disconnect();
    /** The entries that were added to an open menu. */
    const later = records.filter(({ target }) => target === menu).flatMap(({ addedNodes }) => [...addedNodes]);
    expect(later).toHaveLength(36);
    await userEvent.keyboard('{End}');
    expect(within(menu).getByRole('menuitem', { name: 'App 59' })).toHaveAttribute('data-focus');
  });

  it('fetches and goes to the application that the keyboard chose', async () => {
    const address = 'http://localhost/hrstudium.js';
    System.addImportMap({ imports: { '@module/hrstudium': address } });
    const preload = () => document.querySelector(`link[rel=preload][href="${address}"]`);
    await portal.signIn(ana, [smsa, studium, welcome]);
    draw();
    await userEvent.tab();
    await userEvent.tab();
    expect(button('Applications')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const menu = await screen.findByRole('menu');
    await waitFor(() => expect(activeItem(menu)).toHaveAttribute('href', '/smsa/'));
    expect(preload()).toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    expect(activeItem(menu)).toHaveAttribute('href', '/hrstudium/');
    expect(preload()).not.toBeNull();
    expect(menu).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(activeItem(menu)).toHaveAttribute('href', '/welcome/');
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    expect(location.pathname).toBe('/hrstudium/');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('finds an application by its first letters', async () => {
    await portal.signIn(ana, [smsa, studium, welcome]);
    draw();
    await userEvent.click(button('Applications'));
    const menu = await screen.findByRole('menu');
    await userEvent.keyboard('we');
    expect(activeItem(menu)).toHaveAttribute('href', '/welcome/');
  });

  it('closes the menu with Escape and gets the focus back on the button', async () => {
    await portal.signIn(ana, [smsa, studium]);
    draw();
    await userEvent.click(button('Applications'));
    await screen.findByRole('menu');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button('Applications')).toHaveFocus();
  });

  it('passes a click outside an open menu to its target', async () => {
    await portal.signIn(ana, [smsa, studium]);
    draw();
    await userEvent.click(button('Applications'));
    await screen.findByRole('menu');
    await userEvent.click(button('Dark theme'));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button('Light theme')).toBeVisible();
  });

  it('marks the current application and shows it in the bar', async () => {
    await portal.signIn(ana, [smsa, studium]);
    store.set(currentAppKeyAtom, 'hrstudium');
    draw();
    const link = screen.getByRole('link', { name: 'HR Studium' });
    expect(link).toHaveAttribute('href', '/');
    expect(link).toHaveAccessibleDescription('Home');
    await userEvent.click(button('Applications'));
    expect(await screen.findByRole('menuitem', { current: true })).toHaveTextContent('HR Studium');
  });

  it('finds the profile and the sign-out in the account menu', async () => {
    await portal.signIn({ ...ana, name: 'Prado' }, [smsa]);
    draw();
    // The letter is that of the e-mail.
    expect(button('Account menu')).toHaveTextContent(/^A$/);
    await userEvent.click(button('Account menu'));
    const menu = await screen.findByRole('menu', { name: 'Account menu' });
    expect(within(menu).getByText('ana@portico.test')).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByRole('link', { name: 'Login' })).toBeVisible();
    // The photo may have been asked for meanwhile, or not yet.
    const calls = portal.calls.filter(({ route }) => route !== 'GET /users/images');
    expect(calls).toMatchObject([{ route: 'DELETE /auth/invalidate' }]);
  });
});

describe('the place of the bell', () => {
  let bell: HTMLElement;
  beforeEach(() => {
    bell = document.createElement('div');
    bell.id = 'portico-bell';
    bell.innerHTML = '<button type="button">Bell</button>';
    document.body.append(bell);
  });
  afterEach(() => {
    cleanup();
    bell.remove();
    store.set(failedRegionsAtom, {});
  });

  it('holds its region while a user is signed in, and gives it back', async () => {
    draw();
    expect(bell.parentElement).toBe(document.body);
    await act(() => portal.signIn(ana, [smsa]));
    expect(screen.getByRole('banner')).toContainElement(bell);
    await act(() => signOut());
    expect(bell.parentElement).toBe(document.body);
  });

  it('holds the same region again after a remount of the bar', async () => {
    await portal.signIn(ana, [smsa]);
    const { unmount } = draw();
    unmount();
    expect(bell.parentElement).toBe(document.body);
    draw();
    expect(screen.getByRole('banner')).toContainElement(button('Bell'));
  });

  it('says that the bell did not load, retries on a press, and keeps the bar', async () => {
    await portal.signIn(ana, [smsa]);
    let finish = () => {};
    const retry = () => new Promise<void>((resolve) => (finish = resolve));
    store.set(failedRegionsAtom, { bell: retry });
    draw();
    expect(button('Notifications')).toHaveAttribute('title', 'The notifications did not load. Try again.');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(button('Notifications'));
    expect(button('Notifications')).toHaveAttribute('aria-busy', 'true');
    // The user is in another window meanwhile.
    fireEvent.blur(button('Notifications'));
    await act(async () => finish());
    expect(await screen.findByRole('alert')).toHaveTextContent('The notifications did not load.');
    expect(button('Account menu')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(button('Notifications'));
    await act(async () => {
      store.set(failedRegionsAtom, {});
      finish();
    });
    await waitFor(() => expect(button('Bell')).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Notifications' })).not.toBeInTheDocument();
  });
});

it('keeps the account menu while the session is expired', async () => {
  await portal.signIn(ana, [smsa]);
  draw();
  await act(() => portal.expire());
  expect(button('Account menu')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
});

describe('while the server does not answer', () => {
  /** Between the tries of a restore, in milliseconds. */
  const retryWaits = [500, 1_500];

  beforeEach(async () => {
    portal.answer('POST /auth/refresh', 'unreachable');
    await withShortWaits(retryWaits, restoreSession);
    draw();
  });

  it('offers a retry, and neither the account menu nor the sign-in', async () => {
    expect(button('Try again')).toHaveAccessibleDescription('The portal cannot be reached');
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
    let answer = (_: { status: number }) => {};
    portal.answer('POST /auth/refresh', new Promise((resolve) => (answer = resolve)));
    await userEvent.click(button('Try again'));
    expect(await screen.findByRole('button', { name: 'Try again', busy: true })).toHaveFocus();
    answer({ status: 401 });
    expect(await screen.findByRole('link', { name: 'Login' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('stays when the server still does not answer', async () => {
    await withShortWaits(retryWaits, async () => {
      await userEvent.click(button('Try again'));
      await waitFor(() => expect(portal.calls).toHaveLength(6));
      await waitFor(() => expect(button('Try again')).not.toHaveAttribute('aria-busy'));
    });
    expect(button('Try again')).toHaveFocus();
  });
});

describe('a signed-out user', () => {
  it('signs in and comes back to the address on screen', () => {
    portal.visit('/smsa/portal/status?page=2&all#part=1');
    draw();
    const link = screen.getByRole('link', { name: 'Login' });
    expect(link).toHaveAttribute('href', '/signin?link=%2Fsmsa%2Fportal%2Fstatus%3Fpage%3D2%26all%23part%3D1');
    act(() => portal.visit('/smsa/portal/status#part=2'));
    expect(link).toHaveAttribute('href', '/signin?link=%2Fsmsa%2Fportal%2Fstatus%23part%3D2');
    expect(screen.queryByRole('button', { name: 'Account menu' })).not.toBeInTheDocument();
  });

  it('sees the tenant while no application is current', () => {
    draw();
    const link = screen.getByRole('link', { name: 'Acme' });
    expect(link).toHaveAttribute('href', '/');
    expect(link).toHaveAccessibleDescription('Login');
  });
});

it('names the theme toggle for the theme it switches to', async () => {
  draw();
  await userEvent.click(button('Dark theme'));
  expect(document.documentElement).toHaveAttribute('display-mode', 'dark');
  expect(localStorage.getItem('portico:theme')).toBe('dark');
  await userEvent.click(button('Light theme'));
  expect(document.documentElement).toHaveAttribute('display-mode', 'light');
});

it('moves the focus to the content and leaves the address alone', () => {
  document.body.insertAdjacentHTML('beforeend', '<main id="portico-content" tabindex="-1"></main>');
  draw();
  fireEvent.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(location.hash).toBe('');
  screen.getByRole('main').remove();
});

function activeItem(menu: HTMLElement): HTMLElement | null {
  return document.getElementById(menu.getAttribute('aria-activedescendant') ?? '');
}
