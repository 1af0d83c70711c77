import { mountModule } from '@portico/module-kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import * as app from './main';

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

// The form is compiled when it is first shown.
const timeout = 20_000;

test(
  'keeps what is typed while the user moves within the module, and asks before they leave it',
  async () => {
    const module = await mountModule(app, { key: 'new-module', locale: 'en', path: '/new-module/new' });
    fireEvent.input(await screen.findByLabelText('Name', {}, { timeout }), { target: { value: 'Pump' } });
    await module.navigate('/new-module/');
    await screen.findByRole('heading', { name: 'New module' });
    expect(module.calls.setDirty.at(-1)).toBe(true);
    await module.navigate('/new-module/new');
    const field = await screen.findByLabelText<HTMLInputElement>('Name', {}, { timeout });
    expect(field.value).toBe('Pump');
    await module.changeLocale('pt');
    expect((await screen.findByLabelText<HTMLInputElement>('Nome')).value).toBe('Pump');
  },
  timeout,
);

test(
  'asks before a form is left, until it is saved',
  async () => {
    const module = await mountModule(app, { key: 'new-module', locale: 'en', path: '/new-module/new' });
    fireEvent.input(await screen.findByLabelText('Name', {}, { timeout }), { target: { value: 'Pump' } });
    await waitFor(() => expect(module.calls.setDirty.at(-1)).toBe(true));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'New module' });
    await waitFor(() => expect(module.calls.setDirty.at(-1)).toBe(false));
    expect(module.path).toMatch(/^\/new-module\/?$/);
    expect(module.calls.toast).toEqual([{ type: 'success', text: 'Pump is saved.' }]);
  },
  timeout,
);
