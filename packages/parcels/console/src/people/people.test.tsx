import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPeople, base, openAna, person } from '../testing/answer-people';
import { openConsole, prepareConsole } from '../testing/open-console';
import { setScreen } from '../testing/set-screen';

prepareConsole();

test('the list follows its address, and opens a person', async () => {
  const { calls } = answerPeople();
  const console = await openConsole('/people?search=an&state=locked&sort=-email');
  const user = userEvent.setup();
  expect(await screen.findByRole('rowheader', { name: 'Ana' })).toBeVisible();
  expect(calls.find(({ route }) => route === `GET ${base}`)?.query).toEqual({
    search: 'an',
    state: 'locked',
    sort: '-email',
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Disabled');
  await waitFor(() => expect(calls.at(-1)?.query.state).toBe('disabled'));
  await user.click(screen.getByRole('link', { name: 'Ana' }));
  await waitFor(() => expect(console.path).toBe('/console/people/ana%40portico.test'));
});

test('a narrow screen has cards', async () => {
  setScreen('narrow');
  answerPeople();
  await openConsole('/people');
  expect(within(await screen.findByRole('list', { name: 'People' })).getByRole('link', { name: 'Ana' })).toBeVisible();
});

test('an unknown person, an empty list and a failure say so', async () => {
  const { answers } = answerPeople();
  answers[`GET ${person}`] = { status: 404, body: { code: 'user-unknown', message: 'No.' } };
  answers[`GET ${base}`] = { body: { items: [], next: null } };
  await openAna();
  expect(await screen.findByRole('heading', { name: 'There is no such person' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'All people' }));
  expect(await screen.findByText('Nobody matches.')).toBeVisible();
  answers[`GET ${base}`] = { status: 500, body: { code: 'internal', message: 'Broken.' } };
  await userEvent.type(screen.getByRole('searchbox'), 'ana{Enter}');
  expect(await screen.findByText('Broken.')).toBeVisible();
});
