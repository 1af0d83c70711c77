import { screen } from '@testing-library/react';
import { showBootError } from './show-boot-error';

it.each([
  ['pt-BR', 'O portal não pôde iniciar', 'Tentar novamente'],
  ['en', 'The portal could not start', 'Try again'],
])('says only in the language %s that the portal could not start, and what failed', (lang, title, retry) => {
  document.documentElement.lang = lang;
  document.body.innerHTML = '<main>Half a page</main>';
  showBootError('/@portico/shared.js did not load.');
  const alert = screen.getByRole('alert');
  expect(screen.getByRole('heading')).toHaveTextContent(title);
  expect(document.title).toBe(title);
  expect(screen.getByRole('link', { name: retry })).toHaveAttribute('href', location.href);
  expect(alert).toHaveTextContent('/@portico/shared.js did not load.');
  expect(document.body).not.toHaveTextContent(/Half a page|·/);
});

it('says who has to fix an error that lasts', () => {
  document.documentElement.lang = 'en';
  showBootError('The import map lacks "react".', true);
  expect(screen.getByRole('alert')).toHaveTextContent(/does not pass by itself\. The operator of the portal needs/);
});
