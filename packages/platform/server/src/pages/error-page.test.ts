import { createHash } from 'node:crypto';
import { errorPagePolicy, renderErrorPage } from './error-page';

it.each([
  ['pt', 'pt-BR', 'O portal não pôde iniciar', 'The portal'],
  ['en', 'en', 'The portal could not start', 'O portal'],
] as const)('is in one language: %s', (locale, lang, title, other) => {
  const page = renderErrorPage('No "@portico/<shared>" & co.', locale);
  expect(page).toContain(`<html lang="${lang}">`);
  expect(page).toContain(`<h1>${title}</h1>`);
  expect(page).not.toContain(other);
  expect(page).toContain('No &quot;@portico/&lt;shared>&quot; &amp; co.');
});

it('allows its own styles alone', () => {
  const [, styles = ''] = /<style>(.*)<\/style>/.exec(renderErrorPage('', 'pt')) ?? [];
  expect(errorPagePolicy).toContain(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`);
});
