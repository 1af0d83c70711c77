import { type ModuleFailureKind, setLocale } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ParcelFailureView } from '../routing/parcel-failure-view';
import { BarFailureView, ShellFailureView } from '../routing/shell-failure-views';
import { ModuleFailure } from './module-failure';
import { showFailure } from './show-failure';

const portal = testPortal();
let content: HTMLElement;
let place: HTMLElement;
let hide: (() => Promise<void>) | undefined;

type View = Parameters<typeof showFailure>[1]['View'];

async function fail(kind: ModuleFailureKind, onRetry = () => {}, View?: View): Promise<void> {
  const failure = new ModuleFailure(kind, 'https://modules.test/smsa.js', new Error('down'));
  await act(async () => {
    await hide?.();
    hide = showFailure(place, {
      source: '@module/smsa',
      name: 'SMSA',
      failure,
      onRetry,
      ...(View && { View }),
    });
  });
}

beforeEach(async () => {
  await setLocale('en');
  content = document.createElement('main');
  content.tabIndex = -1;
  place = document.createElement('div');
  content.append(place);
  document.body.append(content);
});
afterEach(async () => {
  await act(async () => hide?.());
  hide = undefined;
  content.remove();
});

it('is announced in place the first time, as the heading of the screen', async () => {
  await fail('load-error');
  expect(screen.getByRole('alert')).toHaveTextContent(/^SMSA did not load/);
  expect(screen.getByRole('heading', { level: 1, name: 'SMSA did not load' })).not.toHaveFocus();
});

it.each([
  ['crash', 'SMSA stopped working'],
  ['not-installed', 'SMSA is not installed'],
  ['mount-error', 'SMSA did not load'],
] as const)('names what happened: %s', async (kind, title) => {
  await fail(kind);
  expect(screen.getByRole('heading')).toHaveTextContent(title);
});

it.each([
  ['load-error', 'Its address did not answer as expected.'],
  ['wrong-exports', 'What its address holds is not a module of this portal.'],
  ['mount-error', 'It met an error while starting.'],
] as const)('says what happened: %s', async (kind, text) => {
  await fail(kind);
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

it('never loses the focus on a retry', async () => {
  await fail('load-error', () => place.replaceChildren());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(content).toHaveFocus();
  await fail('load-timeout');
  expect(screen.getByRole('heading', { name: 'SMSA did not load' })).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('keeps the focus in the place of a parcel, which may be outside of the content', async () => {
  place.dataset.porticoParcel = '@module/smsa/card';
  document.body.append(place);
  await fail('load-error', () => place.replaceChildren(), ParcelFailureView);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(place).toHaveFocus();
  await fail('load-timeout', () => {}, ParcelFailureView);
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  place.remove();
});

it('keeps the focus where the user has moved it meanwhile', async () => {
  const elsewhere = document.createElement('button');
  document.body.append(elsewhere);
  await fail('load-error');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  elsewhere.focus();
  await fail('load-error');
  expect(elsewhere).toHaveFocus();
  expect(screen.getByRole('alert')).toBeVisible();
  elsewhere.remove();
});

it('takes the focus after a crash', async () => {
  await fail('crash');
  expect(screen.getByRole('heading', { name: 'SMSA stopped working' })).toHaveFocus();
});

it('copies the details, says so, and offers the button again after a while', async () => {
  await fail('load-error');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Copy details' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('Copied');
  expect(await navigator.clipboard.readText()).toContain('Address: https://modules.test/smsa.js');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy details' })).toBeVisible(), { timeout: 6_000 });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
}, 10_000);

it('shows the details to select if the browser does not copy', async () => {
  await fail('load-error');
  // Plain http has no clipboard.
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  await userEvent.click(screen.getByRole('button', { name: 'Copy details' }), { writeToClipboard: false });
  expect(await screen.findByText(/This browser does not copy for the portal/)).toBeVisible();
  expect(String(getSelection())).toContain('Module: SMSA');
});

it('tells users what to do about a part of the shell, without technical details', async () => {
  await fail('load-error', undefined, ShellFailureView);
  expect(screen.getByRole('alert')).toHaveTextContent('SMSA did not loadTry again.');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again']);
  await fail('crash', undefined, ShellFailureView);
  expect(screen.getByText('It met an error. The rest of the portal works.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeVisible();
});

it('retries once when the browser is online again, but not after it was hidden', async () => {
  const retry = jest.fn();
  await fail('load-error', retry);
  fireEvent.online(window);
  fireEvent.online(window);
  expect(retry).toHaveBeenCalledTimes(1);
  await fail('load-timeout', retry);
  await act(async () => hide?.());
  fireEvent.online(window);
  expect(retry).toHaveBeenCalledTimes(1);
});

it('moves the focus for such a retry only if the panel has it', async () => {
  const elsewhere = document.createElement('button');
  document.body.append(elsewhere);
  await fail('load-error');
  elsewhere.focus();
  fireEvent.online(window);
  expect(elsewhere).toHaveFocus();
  await fail('load-error', () => place.replaceChildren());
  screen.getByRole('button', { name: 'Try again' }).focus();
  fireEvent.online(window);
  expect(content).toHaveFocus();
  elsewhere.remove();
});

it('does not retry after a crash', async () => {
  const retry = jest.fn();
  await fail('crash', retry);
  fireEvent.online(window);
  expect(retry).not.toHaveBeenCalled();
});

it('keeps to one line in a bar, and offers to sign out', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana' }, [{ name: 'SMSA', module: 'smsa', description: '' }]);
  portal.answer('DELETE /auth/invalidate', { status: 204 });
  const retry = jest.fn();
  await fail('crash', retry, BarFailureView);
  expect(screen.getByRole('alert')).toHaveTextContent(/^SMSA stopped working$/);
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Logout' })).not.toBeInTheDocument());
  await waitFor(() => expect(portal.calls).toMatchObject([{ route: 'DELETE /auth/invalidate' }]));
});
