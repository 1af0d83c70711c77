import { mountModule } from '@portico/module-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as app from './app';

test('the board follows the language of the portal', async () => {
  const module = await mountModule(app, { key: 'smsa-dev', locale: 'en' });
  expect(screen.getByRole('heading', { level: 1, name: 'Ticket board' })).toBeVisible();
  await module.changeLocale('pt');
  expect(screen.getByRole('heading', { level: 1, name: 'Quadro de chamados' })).toBeVisible();
});

test('a moved card keeps its place while the user visits another module', async () => {
  const user = userEvent.setup();
  const module = await mountModule(app, { key: 'smsa-dev', locale: 'en' });
  const [move] = screen.getAllByRole('button', { name: 'Move on to In progress' });
  if (!move) throw new Error('no card to move');
  const before = screen.getAllByRole('button', { name: 'Move on to In progress' }).length;
  await user.click(move);
  expect(screen.getByRole('status')).toHaveTextContent(/is now in In progress/);
  await module.unmount();
  await mountModule(app, { key: 'smsa-dev', locale: 'en' });
  expect(screen.queryAllByRole('button', { name: 'Move on to In progress' })).toHaveLength(before - 1);
});

test('the card of a ticket that the help desk closes is done', async () => {
  const module = await mountModule(app, { key: 'smsa-dev', locale: 'en' });
  const done = () => screen.getByRole('region', { name: 'Solved' });
  expect(done()).not.toHaveTextContent('4814');
  await module.emit('tickets:closed', { id: 4814 }, 'smsa');
  await module.emit('tickets:closed', { id: 1 }, 'smsa');
  expect(done()).toHaveTextContent('4814');
});
