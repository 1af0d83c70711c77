import { passwordMinLength } from '@portico/contract';
import { formatMessage, getTexts } from './i18n';

test('a message has its values as they are, in the language of the caller', () => {
  const values = { address: '<$& {{version}} $t(error.busy)>', version: '1.0.0' };
  expect(formatMessage('address-changed', 'en', values)).toMatch(
    /^<\$& {{version}} \$t\(error\.busy\)> had .* 1\.0\.0;/,
  );
  expect(formatMessage('address-changed', 'pt', values)).toMatch(
    /^<\$& {{version}} \$t\(error\.busy\)> tinha .* 1\.0\.0;/,
  );
});

test('a message without a value leaves nothing in its place', () => {
  expect(formatMessage('invalid-request', 'en')).toBe('The data sent is not valid.');
});

test.each([
  ['en', '1', '1 second'],
  ['en', '59', '59 seconds'],
  ['en', '60', '1 minute'],
  ['en', '708', '12 minutes'],
  ['pt', '708', '12 minutos'],
] as const)('a wait has minutes instead of many seconds: %s, %s', (locale, seconds, wait) => {
  expect(formatMessage('too-many-tries', locale, { seconds })).toMatch(new RegExp(` ${wait}\\.$`));
});

test('limits are values of every text', () => {
  expect(formatMessage('password-too-short', 'en')).toBe(
    `The password needs ${passwordMinLength} characters at least.`,
  );
  expect(formatMessage('image-too-large', 'en')).toMatch(/^A picture may have \d+ MB and \d+ megapixels at most\.$/);
});

test('an unknown text does not compile', () => {
  // @ts-expect-error
  expect(formatMessage('no-such-code', 'en')).toBe('error.no-such-code');
  // @ts-expect-error
  expect(getTexts('en')('no.such.text')).toBe('no.such.text');
});

test('a text has its lines', () => {
  expect(getTexts('pt')('mail.code.text', { name: 'Ana', portal: 'SMSA', code: '123456', minutes: 10 })).toMatch(
    /^Olá, Ana\.\n\nSeu código para SMSA é 123456\. Ele vale por 10 minutos\.\n/,
  );
});
