import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { supportModalDialogs } from '@portico/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { answerCalls } from '../testing/answer-calls';
import { useExplain } from './explain-failure';
import { OperatorProvider } from './operator-provider';
import { useChange } from './use-change';
import { useRead, useReadList } from './use-read';

beforeAll(supportModalDialogs);

const countSchema = v.object({ count: v.number() });
const listSchema = v.object({ items: v.array(v.string()), next: v.nullable(v.string()) });

function Counter() {
  const explain = useExplain();
  const { data } = useRead('count', countSchema);
  const add = useChange(({ send }, by: number) => send('count', { method: 'POST', body: { by } }));
  return (
    <>
      <output>{data?.count}</output>
      <button type="button" onClick={() => add.mutate(2)}>
        Add
      </button>
      {add.error && <p role="alert">{explain(add.error)}</p>}
    </>
  );
}

function Names() {
  const { data, hasNextPage, fetchNextPage } = useReadList('names', listSchema, { search: 'a' });
  return (
    <button type="button" disabled={!hasNextPage} onClick={() => void fetchNextPage()}>
      {data?.join(' ')}
    </button>
  );
}

const open = (Content: () => React.ReactNode, locale: 'pt' | 'en' = 'en') =>
  mountModule(
    createModule(() => (
      <OperatorProvider>
        <Content />
      </OperatorProvider>
    )),
    { locale },
  );

test('a dangerous change asks for the password until it is right, and then what is on screen follows', async () => {
  let [count, isConfirmed] = [1, false];
  const { calls } = answerCalls({
    'GET count': () => ({ body: { count } }),
    'POST confirmation': ({ body }) => {
      isConfirmed = JSON.stringify(body) === '{"password":"portico-demo"}';
      return isConfirmed ? { status: 204 } : { status: 401, body: { code: 'wrong', message: 'Wrong password.' } };
    },
    'POST count': () => {
      if (!isConfirmed) return { status: 403, body: { code: 'confirmation-needed', message: '' } };
      count += 2;
      return { status: 204 };
    },
  });
  await open(Counter);
  expect(await screen.findByText('1')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
  await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText('Wrong password.')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Password'));
  await userEvent.type(screen.getByLabelText('Password'), 'portico-demo{Enter}');
  expect(await screen.findByText('3')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls.filter(({ route }) => route === 'POST count')).toHaveLength(2);
});

test('a proof at a provider in a new tab repeats the change', async () => {
  let [count, confirmed_until] = [1, null as string | null];
  answerCalls({
    'GET count': () => ({ body: { count } }),
    'GET /api/auth/confirmation': () => ({
      body: {
        confirmed_until,
        methods: ['provider'],
        providers: [{ name: 'Acme ID', address: '/api/sign-in/a?confirm=1' }],
      },
    }),
    'POST count': () => {
      if (confirmed_until === null) return { status: 403, body: { code: 'confirmation-needed', message: '' } };
      count += 2;
      return { status: 204 };
    },
  });
  await open(Counter);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  const link = await screen.findByRole('link', { name: 'Confirm at Acme ID (opens in a new tab)' });
  expect(link).toHaveAttribute('href', '/api/sign-in/a?confirm=1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
  await userEvent.click(link);
  expect(screen.getByText(/^Sign in in the new tab, then come back here/)).toBeVisible();
  confirmed_until = new Date(Date.now() + 600_000).toISOString();
  expect(await screen.findByText('3', undefined, { timeout: 5000 })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a cancelled confirmation changes nothing, and says so', async () => {
  answerCalls({
    'GET count': { body: { count: 1 } },
    'POST count': { status: 403, body: { code: 'confirmation-needed', message: '' } },
  });
  await open(Counter, 'pt');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByRole('dialog', { name: 'Confirme que é você' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Nada mudou, porque não foi confirmado.');
});

test.each([
  [{ status: 409, body: { code: 'changed', message: 'Changed meanwhile.' } }, 'Changed meanwhile.'],
  [{ status: 403, body: { code: 'forbidden', message: '' } }, 'Your roles do not allow this.'],
  [{ status: 500, body: { code: 'internal', message: '' } }, 'That did not work (500 internal). Try again.'],
  [{ status: 503 }, /^The server cannot be reached/],
])('the answer %j is explained', async (answer, text) => {
  answerCalls({ 'GET count': { body: { count: 1 } }, 'POST count': answer });
  await open(Counter);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

test('a list is fetched page by page', async () => {
  const { calls } = answerCalls({
    'GET names': ({ query }) =>
      query.after ? { body: { items: ['carla'], next: null } } : { body: { items: ['ana'], next: 'page-2' } },
  });
  await open(Names);
  await userEvent.click(await screen.findByRole('button', { name: 'ana' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'ana carla' })).toBeDisabled());
  expect(calls.map(({ query }) => query)).toEqual([{ search: 'a' }, { search: 'a', after: 'page-2' }]);
});
