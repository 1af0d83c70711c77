import { localeAtom, setLocale, store } from '@portico/shared';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

// The file of the Portuguese texts does not load at first.
let mockIsDown = true;
jest.mock('../../../../core/shared/src/texts/locales/pt.json', () => {
  if (mockIsDown) throw new Error('down');
  return jest.requireActual('../../../../core/shared/src/texts/locales/pt.json');
});

const portal = profilePortal();

beforeEach(() => portal.reset());

const option = (name: string) => screen.getByRole('radio', { name });

it('says when a language does not load, keeps the old one, and retries on the next click', async () => {
  await openSection(portal, '#language');
  expect(screen.getByRole('group', { name: 'Language' })).toContainElement(option('English'));
  await userEvent.click(option('Português'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The language did not load.');
  expect(option('English')).toBeChecked();
  expect(store.get(localeAtom)).toBe('en');

  mockIsDown = false;
  await userEvent.click(option('Português'));
  expect(await screen.findByRole('heading', { level: 2, name: 'Idioma' })).toBeVisible();
  expect(option('Português')).toBeChecked();
  expect(option('Português')).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(localStorage.getItem('portico:locale')).toBe('pt');
});

it('names each language in itself, and follows a choice in another place', async () => {
  await openSection(portal, '#language');
  expect(screen.getByText('Português').closest('[lang]')).toHaveAttribute('lang', 'pt-BR');
  expect(screen.getByText('English').closest('[lang]')).toHaveAttribute('lang', 'en');
  await act(() => setLocale('pt'));
  await waitFor(() => expect(option('Português')).toBeChecked());
});
