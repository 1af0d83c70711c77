import { mountModule } from '@portico/module-kit/testing';
import { supportModalDialogs } from '@portico/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as module from '../index';
import { setScreen } from './set-screen';

/** Prepares jsdom for the tests of a file: it neither scrolls nor opens dialogs. The screen is wide. */
export function prepareConsole(): void {
  beforeAll(() => {
    Object.assign(window, { scrollTo: () => {} });
    supportModalDialogs();
  });
  beforeEach(() => setScreen('wide'));
}

/** Mounts the console at an address below `/console`. */
export function openConsole(path: string, locale: 'en' | 'pt' = 'en') {
  return mountModule(module, { key: 'console', path: `/console${path}`, locale });
}

/** Presses a button, and finds the dialog that it opens and the button that confirms there. */
export async function openDialog(button: string, title: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = screen.getByRole('dialog', { name: title });
  return { user, dialog, ok: within(dialog).getAllByRole('button').at(-1) ?? dialog };
}
