import type { ConfirmationMethod } from '@portico/contract';
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
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
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

describe('a user without a password', () => {
  /** Answers the change after a proof with this body; any other is wrong. */
  function answerProof(method: ConfirmationMethod, right: object) {
    let [count, isConfirmed] = [1, false];
    return answerCalls({
      'GET count': () => ({ body: { count } }),
      'GET /api/auth/confirmation': { body: { confirmed_until: null, methods: [method] } },
      'POST /api/auth/confirmation/code': { status: 202, body: {} },
      'POST confirmation': ({ body }) => {
        isConfirmed = JSON.stringify(body) === JSON.stringify(right);
        return isConfirmed
          ? { status: 204 }
          : { status: 403, body: { code: 'code-invalid', message: 'Invalid code.' } };
      },
      'POST count': () => {
        if (!isConfirmed) return { status: 403, body: { code: 'confirmation-needed', message: '' } };
        count += 2;
        return { status: 204 };
      },
    });
  }
  const proofsOf = (calls: readonly { readonly route: string }[]) =>
    calls.filter(({ route }) => route === 'POST confirmation');

  test('proves by a code of the second factor', async () => {
    const { calls } = answerProof('code', { code: '123 456' });
    await open(Counter);
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveFocus();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Send/ })).not.toBeInTheDocument();
    await userEvent.type(code, '12');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(code).toHaveAccessibleDescription(/Enter the six digits of the code, or a recovery code/);
    expect(code).toHaveFocus();
    expect(proofsOf(calls)).toHaveLength(0);
    await userEvent.type(code, '3 457');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/This code is wrong or has expired/));
    await waitFor(() => expect(code).toHaveFocus());
    await userEvent.clear(code);
    await userEvent.type(code, '123 456{Enter}');
    expect(await screen.findByText('3')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('and without a second factor proves by a mailed code, which can be sent again until the limit', async () => {
    const { answers, calls } = answerProof('mailed-code', { mailed_code: '123456' });
    let endSending = () => {};
    answers['POST /api/auth/confirmation/code'] = () =>
      new Promise((resolve) => {
        endSending = () => resolve({ status: 202, body: {} });
      });
    await open(Counter, 'pt');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    const send = await screen.findByRole('button', { name: 'Enviar um código por e-mail' });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await userEvent.click(send);
    await userEvent.click(send);
    expect(send).toHaveAttribute('aria-busy', 'true');
    endSending();
    const code = await screen.findByLabelText('Código');
    expect(calls.filter(({ route }) => route === 'POST /api/auth/confirmation/code')).toHaveLength(1);
    expect(code).toHaveFocus();
    expect(code).toHaveAccessibleDescription(/^Um código foi enviado para .+@.+\. Ele vale por 10 minutos\.$/);
    await userEvent.type(code, '654321');
    answers['POST /api/auth/confirmation/code'] = { status: 202, body: {} };
    await userEvent.click(screen.getByRole('button', { name: 'Enviar novamente' }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^Um novo código foi enviado/));
    expect(code).toHaveValue('');
    await waitFor(() => expect(code).toHaveFocus());
    answers['POST /api/auth/confirmation/code'] = {
      status: 429,
      body: { code: 'too-many-tries', message: 'Muitas tentativas. Tente de novo em 30 s.' },
    };
    await userEvent.click(screen.getByRole('button', { name: 'Enviar novamente' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Muitas tentativas. Tente de novo em 30 s.');
    await userEvent.type(code, '123456{Enter}');
    expect(await screen.findByText('3')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(proofsOf(calls)).toHaveLength(1);
  });
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
