import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { setLocale } from '../settings/settings';
import { testPortal } from '../testing';
import { useTranslation } from './use-translation';

const portal = testPortal();
beforeEach(() => portal.reset());

const announced: string[] = [];

function Text() {
  const { t } = useTranslation();
  useEffect(() => void announced.push(t('logout')), [t]);
  return <p>{t('signin.wait', { seconds: 5 })}</p>;
}

it('updates and announces a text when the language changes, and only then', async () => {
  const { rerender } = render(<Text />);
  expect(screen.getByText('Aguarde 5 s.')).toBeInTheDocument();
  rerender(<Text />);
  await act(() => setLocale('en'));
  expect(screen.getByText('Wait 5 s.')).toBeInTheDocument();
  expect(announced).toEqual(['Encerrar sessão', 'Logout']);
});
