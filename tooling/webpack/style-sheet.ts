import { transform } from 'lightningcss';
import type { LoaderContext } from 'webpack';
import { scaleWithFont } from './scale-with-font';

/** A loader: exports a style sheet, minified, as a constructed one, because `style-src 'self'` allows no style tags. */
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
