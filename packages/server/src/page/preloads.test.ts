import { needsAllTexts } from './preloads';

test('all texts are needed at once where there is a session or a public page, and not for the sign-in form', () => {
  expect(needsAllTexts('/', true)).toBe(true);
  expect(needsAllTexts('/smsa/portal', false)).toBe(true);
  expect(needsAllTexts('/signin', false)).toBe(false);
  expect(needsAllTexts('/', false)).toBe(false);
});
