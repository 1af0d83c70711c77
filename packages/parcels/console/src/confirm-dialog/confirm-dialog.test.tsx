import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { supportModalDialogs } from '@portico/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { OperatorProvider } from '../request/operator-provider';
import { answerCalls } from '../testing/answer-calls';
import { ConfirmDialog } from './confirm-dialog';

beforeAll(supportModalDialogs);

function App() {
  const [isOpen, setOpen] = useState(false);
  return (
    <OperatorProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Unlock
      </button>
      {isOpen && (
        <ConfirmDialog
          title="Unlock Ana?"
          confirm="Unlock"
          command={['user', 'unlock', 'ana@portico.test']}
          action={({ send }) => send('lock', { method: 'DELETE' })}
          onClose={() => setOpen(false)}
        />
      )}
    </OperatorProvider>
  );
}

test('an action runs after its confirmation; one that fails says why and can be repeated', async () => {
  const { answers, calls } = answerCalls({
    'DELETE lock': { status: 409, body: { code: 'changed', message: 'Late.' } },
  });
  await mountModule(createModule(App), { locale: 'en' });
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(calls).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  const confirm = () => screen.getAllByRole('button', { name: 'Unlock' }).at(-1) ?? document.body;
  await userEvent.click(confirm());
  expect(await screen.findByRole('alert')).toHaveTextContent('Late.');
  answers['DELETE lock'] = { status: 204 };
  await userEvent.click(confirm());
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Unlock' })).toHaveFocus();
});
