import { mountModule } from '@portico/module-kit/testing';
import { fireEvent, screen } from '@testing-library/react';
import * as app from './app';

test('follows the language of the portal', async () => {
  const module = await mountModule(app, { key: 'new-module' });
  screen.getByRole('heading', { name: 'Novo módulo' });
  await module.changeLocale('en');
  screen.getByRole('heading', { name: 'New module' });
});

test('greets the signed-in user', async () => {
  const user = { email: 'eva@acme.test', name: 'Eva' };
  const module = await mountModule(app, { key: 'new-module', locale: 'en', user });
  fireEvent.click(screen.getByRole('button', { name: 'Who am I?' }));
  expect(module.calls.toast).toEqual([{ type: 'success', text: 'Eva' }]);
});
