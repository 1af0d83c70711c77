import { restoreSettings, setTheme } from '@portico/shared';
import { startTestSystem } from '@portico/shared/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

const portal = profilePortal();

beforeAll(async () => {
  startTestSystem();
});
beforeEach(() => portal.reset());

const option = (name: string) => screen.getByRole('radio', { name });

it('offers both themes and the one of the system, keeps the choice, and follows one made elsewhere', async () => {
  await openSection(portal, '#theme');
  expect(screen.getByRole('group', { name: 'Theme' })).toContainElement(option('Light theme'));
  expect(option('Light theme')).toBeChecked();
  await userEvent.click(option('System theme'));
  expect(option('System theme')).toBeChecked();
  expect(document.documentElement).toHaveAttribute('display-mode', 'light');
  await restoreSettings();
  expect(option('System theme')).toBeChecked();
  act(() => setTheme('dark'));
  expect(option('Dark theme')).toBeChecked();
});
