import { transform } from 'lightningcss';
import type { LoaderContext } from 'webpack';

/** A loader: a style sheet, minified, as a module that exports it constructed: `style-src 'self'` allows no style tags. */
export default function styleSheet(this: Pick<LoaderContext<unknown>, 'resourcePath'>, source: string): string {
  const { code, dependencies } = transform({
    filename: this.resourcePath,
    code: Buffer.from(source),
    minify: true,
    analyzeDependencies: true,
  });
  if (dependencies?.length) throw new Error('Nothing here resolves a url() or @import of a style sheet.');
  return [
    'const sheet = new CSSStyleSheet();',
    `sheet.replaceSync(${JSON.stringify(code.toString())});`,
    'export default sheet;',
  ].join('\n');
}
