import { readFileSync } from 'node:fs';
import path from 'node:path';

const sheet = readFileSync(path.join(__dirname, 'tokens.css'), 'utf8');

/** The colours of a theme: those of its first block, over those of the light theme. */
function readColors(selector: string): ReadonlyMap<string, string> {
  const block = sheet.slice(sheet.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--portico-([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = '', color = '']) => [name, color]),
  );
}

const themes = {
  light: readColors(':root'),
  dark: new Map([...readColors(':root'), ...readColors('[display-mode="dark"]')]),
};

type Rgb = readonly [number, number, number];

function parse(theme: keyof typeof themes, name: string): Rgb {
  const color = themes[theme].get(name) ?? '';
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color;
  const at = (index: number) => Number.parseInt(digits.slice(1 + 2 * index, 3 + 2 * index), 16);
  return [at(0), at(1), at(2)];
}

function getLuminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}

function getContrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [getLuminance(one), getLuminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** In degrees. */
function getHue([r, g, b]: Rgb): number {
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(['danger', 'ok', 'warn', 'info', 'text'])('has a readable %s on every background', (name) => {
    const grounds = ['bg', 'surface', 'sunken', ...(['danger', 'info'].includes(name) ? [`${name}-soft`] : [])];
    for (const ground of grounds) {
      expect(getContrast(parse(theme, name), parse(theme, ground))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('tells danger from the red accent of a tenant', () => {
    const distance = Math.abs(getHue(parse(theme, 'danger')) - getHue(parse(theme, 'tenant-accent')));
    expect(distance).toBeGreaterThanOrEqual(20);
  });
});
