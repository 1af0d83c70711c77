import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CommandLine, formatCommand } from './command-line';

test('a command is quoted where the shell needs it', () => {
  expect(formatCommand(['user', 'rename', 'ana@portico.test', "Ana d'Ávila; $(id)", ''])).toBe(
    String.raw`portico user rename ana@portico.test 'Ana d'\''Ávila; $(id)' ''`,
  );
});

const App = () => <CommandLine words={['user', 'unlock', 'ana@portico.test']} />;

test('the command of an action is shown and copied', async () => {
  const user = userEvent.setup();
  const module = await mountModule(createModule(App), { locale: 'en' });
  const command = screen.getByText('portico user unlock ana@portico.test');
  expect(command).not.toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Command', expanded: false }));
  expect(command).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('portico user unlock ana@portico.test');
  expect(String(getSelection())).toBe('portico user unlock ana@portico.test');
  expect(module.calls.toast).toEqual([{ type: 'success', text: 'Copied.' }]);
});
