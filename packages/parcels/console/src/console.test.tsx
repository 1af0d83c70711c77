import { allConsoles, changeEvent } from '@portico/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerCalls, olga } from './testing/answer-calls';
import { openConsole, prepareConsole } from './testing/open-console';

prepareConsole();

const heading = () => screen.findByRole('heading', { level: 1 });

test('the overview says who the caller is, in both languages', async () => {
  const roles = [
    { role: 'administrator', tenant: 'smsa' },
    { role: 'publisher', modules: ['smsa', 'hrstudium'] },
  ];
  const { calls } = answerCalls({ 'GET self': { body: { ...olga, roles, is_operator: false } } });
  const console = await openConsole('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(console.element).toHaveTextContent('Olga Reis olga@portico.test');
  const list = screen.getByRole('list', { name: 'Your roles' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Administrator in smsa', 'Publisher of smsa, hrstudium']);
  expect(console.calls.setTitle).toEqual(['Overview']);
  expect(calls[0]?.headers).toMatchObject({ Authorization: 'Bearer a-token', 'Accept-Language': 'en' });
  await console.changeLocale('pt');
  expect(await heading()).toHaveTextContent('Visão geral');
  expect(console.element).toHaveTextContent('Administrador em smsa');
});

test('a user without a role is told so', async () => {
  answerCalls({ 'GET self': { status: 403, body: { code: 'forbidden', message: '' } } });
  await openConsole('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'You have no role' })).toBeVisible();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

test('a console that does not load says why, and tries again', async () => {
  const { answers } = answerCalls({ 'GET self': { status: 500, body: { code: 'internal', message: 'Broken.' } } });
  await openConsole('/');
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken.');
  answers['GET self'] = { body: olga };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await waitFor(async () => expect(await heading()).toHaveFocus());
});

test('an unknown address has a way back, and the heading gets the focus after it', async () => {
  answerCalls({ 'GET self': { body: olga } });
  const console = await openConsole('/nowhere/at-all');
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'To the overview' }));
  expect(console.path).toBe('/console');
  await waitFor(async () => expect(await heading()).toHaveFocus());
});

test('what another user changes is fetched again immediately, and changes of other tenants are not', async () => {
  const { calls } = answerCalls({ 'GET self': { body: olga } });
  await openConsole('/');
  await screen.findByRole('heading', { level: 1, name: 'Overview' });
  const tell = (channel: string | null) =>
    act(() => void window.dispatchEvent(new CustomEvent(changeEvent, { detail: channel })));
  tell('another-channel');
  // The answer is new: nothing was missed.
  tell(null);
  expect(calls).toHaveLength(1);
  tell('smsa-channel');
  await waitFor(() => expect(calls).toHaveLength(2));
  tell(allConsoles);
  await waitFor(() => expect(calls).toHaveLength(3));
});

test('a role that is taken away ends the console, without a reload', async () => {
  const { answers } = answerCalls({ 'GET self': { body: olga } });
  await openConsole('/');
  await screen.findByRole('heading', { level: 1, name: 'Overview' });
  answers['GET self'] = { status: 403, body: { code: 'forbidden', message: '' } };
  // As when the tab comes back to the front.
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByRole('heading', { level: 1, name: 'You have no role' })).toBeVisible();
});
