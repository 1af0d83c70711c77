import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerReleases, base, ofOrders } from '../testing/answer-releases';
import { openConsole, prepareConsole } from '../testing/open-console';
import { setScreen } from '../testing/set-screen';

prepareConsole();

test('the list shows rollouts with their figures, and follows its address', async () => {
  answerReleases();
  const console = await openConsole('/releases');
  const user = userEvent.setup();
  const row = await screen.findByRole('row', { name: /^orders/ });
  expect(within(row).getByText('1.1.0 for 10 % of the users, 40 users')).toBeVisible();
  expect(within(row).getByText('36 users, 9 failed (25%)')).toBeVisible();
  expect(within(row).getByText('360 users')).toBeVisible();
  expect(within(row).getByText('paulo@portico.test')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /^stock/ })).getByText('The portal rolled 2.0.0 back')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Needs attention');
  await waitFor(() => expect(console.path).toBe('/console/releases?state=attention'));
  expect(screen.queryByRole('row', { name: /^orders/ })).not.toBeInTheDocument();
  await console.navigate('/console/releases?search=1.1&sort=-module');
  await user.click(await screen.findByRole('link', { name: 'orders' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'orders' })).toBeVisible();
});

test('a search without a result says so, and shows all again', async () => {
  answerReleases();
  await openConsole('/releases?search=nothing');
  expect(await screen.findByText('No module matches.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByRole('row', { name: /^stock/ })).toBeVisible();
});

test('the page of a module rates the web vitals of its versions', async () => {
  answerReleases();
  await openConsole('/releases/orders');
  expect(await screen.findByText('LCP 4,800 ms: poor, 80 visits')).toBeVisible();
  expect(screen.getByText('CLS 0.02: good, 1 visit')).toBeVisible();
});

test('two versions are compared at an address of their own', async () => {
  const { answers, calls } = answerReleases();
  answers[`GET ${ofOrders}/versions/1.2.0/comparison`] = {
    body: {
      files: [
        { name: 'module.js', change: 'changed', before: 1000, after: 2500 },
        { name: 'old.js', change: 'removed', before: 10, after: null },
      ],
      unchanged: 1,
      before: 2010,
      after: 3500,
      policy: { before: {}, after: { workers: true } },
      types: { added: ['export const next: string;'], removed: [] },
    },
  };
  const console = await openConsole('/releases/orders');
  const [link] = await screen.findAllByRole('link', { name: 'Compare: 1.2.0' });
  await userEvent.click(link ?? document.body);
  await waitFor(() => expect(console.path).toBe('/console/releases/orders/compare?from=1.0.0&to=1.2.0'));
  const row = await screen.findByRole('row', { name: /^module\.js/ });
  expect(row).toHaveTextContent('module.jsChanged1 kB2.5 kB');
  expect(screen.getByText('workers')).toBeVisible();
  expect(screen.getByText('export const next: string;')).toBeVisible();
  expect(screen.getByText('portico compare orders 1.0.0 1.2.0')).toBeInTheDocument();
  expect(calls.find(({ route }) => route.endsWith('/comparison'))?.query).toEqual({ with: '1.0.0' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'After' }), '–');
  expect(await screen.findByText('Choose two versions.')).toBeVisible();
});

test('a module of another team, and a failure, say so', async () => {
  const { answers } = answerReleases();
  answers[`GET ${base}`] = { body: [] };
  const console = await openConsole('/releases/orders');
  expect(await screen.findByText('There is no such module, or your roles do not include it.')).toBeVisible();
  answers[`GET ${base}`] = { status: 500, body: { code: 'internal', message: 'Broken.' } };
  await console.navigate('/console/releases');
  expect(await screen.findByText('Broken.')).toBeVisible();
});

test('a narrow screen has cards', async () => {
  setScreen('narrow');
  answerReleases();
  await openConsole('/releases');
  const list = await screen.findByRole('list', { name: 'Modules' });
  expect(within(list).getByRole('link', { name: 'orders' })).toBeVisible();
});
