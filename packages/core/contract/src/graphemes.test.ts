import { cutText, firstLetter, isLongerThan } from './graphemes';

const family = '👩‍👩‍👧';

test.each([
  [`b${'😀'.repeat(900)}`, 500, `b${'😀'.repeat(499)}…`],
  [family.repeat(3), 2, `${family}${family}…`],
  ['🇧🇷🇵🇹', 1, '🇧🇷…'],
  ['e\u0301e\u0301', 1, 'e\u0301…'],
  ['abc', 3, 'abc'],
  ['', 0, ''],
])('cuts %j after %d characters', (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});

test('a size other than the number of characters cuts between characters too', () => {
  const getBytes = (text: string) => Buffer.byteLength(text);
  expect(cutText(`a${family}${family}`, 30, getBytes)).toBe(`a${family}…`);
  expect(cutText(family, 2, getBytes)).toBe('…');
});

test('counts characters as users perceive them, and a heap of accents as several', () => {
  expect(
    [family.repeat(2), 'e\u0301e\u0301', '👩🏽‍❤️‍💋‍👨🏿👩🏽‍❤️‍💋‍👨🏿'].map((text) => [
      isLongerThan(text, 2),
      isLongerThan(text, 1),
    ]),
  ).toEqual(Array.from({ length: 3 }, () => [false, true]));
  expect(isLongerThan(`e${'\u0301'.repeat(10_000)}`, 200)).toBe(true);
});

test('needs no segmenter for the letter of a plain text, nor for a text that is short enough', async () => {
  const { Segmenter } = Intl;
  const create = jest.spyOn(Intl, 'Segmenter').mockImplementation(() => new Segmenter());
  await jest.isolateModulesAsync(async () => {
    const graphemes = await import('./graphemes');
    expect([graphemes.firstLetter('ana@portico.test'), graphemes.firstLetter('b')]).toEqual(['A', 'B']);
    expect(graphemes.isLongerThan('ana', 3)).toBe(false);
    expect(create).not.toHaveBeenCalled();
    expect(graphemes.isLongerThan('anna', 3)).toBe(true);
  });
  expect(create).toHaveBeenCalledTimes(1);
});

test.each([
  ['🇧🇷 Brasil', '🇧🇷'],
  ['👩‍👩‍👧 Família', family],
  ['E\u0301quipe', 'E\u0301'],
  ['\u202eBrasil', 'B'],
  ['\u200b\u2060 \u2800\u3164ouro', 'O'],
  ['\u200dágua', 'Á'],
  ['עברית', 'ע'],
  ['\ue000\ue001', '\ue000'],
  [' \u200b', ''],
])('the letter of %j is %j', (name, letter) => {
  expect(firstLetter(name)).toBe(letter);
});
