import { darkenAccent, isLightenedInDark } from './accent';

function getContrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

test('every accent is readable below white text after it was darkened', () => {
  const parts = ['00', '33', '66', '99', 'cc', 'ff'];
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts)
        expect(getContrastToWhite(darkenAccent(`#${red}${green}${blue}`))).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['#c3311d', '#c3311d'],
  ['#1D5FAE', '#1d5fae'],
  ['#000000', '#000000'],
  ['#ffff00', '#6b6b00'],
])('the accent %s is shown as %s in the light theme', (accent, shown) => {
  expect(darkenAccent(accent)).toBe(shown);
});

test.each([
  ['#000000', true],
  ['#c3311d', true],
  ['#ffff00', false],
  ['#ffffff', false],
])('whether the dark theme lightens %s: %s', (accent, isLightened) => {
  expect(isLightenedInDark(accent)).toBe(isLightened);
});
