/** The accent of a tenant that has chosen none. */
export const defaultAccent = '#c3311d';

/** The largest luminance (WCAG 2) that is readable below white text, as in tokens.css. */
const maxLuminance = 0.139;

/** Returns the red, green and blue of `#rrggbb`, linear, each from 0 to 1. */
function toLinear(accent: string): [number, number, number] {
  const read = (start: number) => {
    const part = Number.parseInt(accent.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [read(1), read(3), read(5)];
}

function toHex(linear: number): string {
  const part = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.floor(part * 255 + 1e-6)
    .toString(16)
    .padStart(2, '0');
}

/**
 * Returns the accent as the light theme and mails show it: darkened, if needed, so that text in it or white text on it
 * has a contrast of at least 4.5:1. The same rule is in tokens.css, for browsers.
 */
export function darkenAccent(accent: string): string {
  const [red, green, blue] = toLinear(accent);
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  if (luminance <= maxLuminance) return accent.toLowerCase();
  return `#${[red, green, blue].map((part) => toHex((part * maxLuminance) / luminance)).join('')}`;
}

/** Whether the dark theme shows the accent lighter than it is: below an OKLCH lightness of 0.71, as in tokens.css. */
export function isLightenedInDark(accent: string): boolean {
  const [red, green, blue] = toLinear(accent);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short < 0.71;
}
