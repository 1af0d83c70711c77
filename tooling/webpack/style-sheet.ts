import { transform, type Visitor } from 'lightningcss';
import type { LoaderContext } from 'webpack';

/** The default font size of browsers, in px. */
const fontSize = 16;
/** Hairlines and outlines keep their width. */
const smallest = 4;

/** Converts px to rem, so that lengths follow the font size that the user has set in the browser. */
export const scaleWithFont: Visitor<never> = {
  Length({ unit, value }) {
    return unit === 'px' && Math.abs(value) >= smallest ? { unit: 'rem', value: value / fontSize } : { unit, value };
  },
};

/** A loader that exports a minified, constructed style sheet, because `style-src 'self'` allows no style tags. */
export default function styleSheet(this: Pick<LoaderContext<unknown>, 'resourcePath'>, source: string): string {
  const { code, dependencies } = transform({
    filename: this.resourcePath,
    code: Buffer.from(source),
    minify: true,
    visitor: scaleWithFont,
    analyzeDependencies: true,
  });
  if (dependencies?.length) throw new Error('A style sheet may not use url() or @import: nothing resolves them.');
  return [
    'const sheet = new CSSStyleSheet();',
    `sheet.replaceSync(${JSON.stringify(code.toString())});`,
    'export default sheet;',
  ].join('\n');
}
