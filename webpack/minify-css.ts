import { transform } from 'lightningcss';
import type { LoaderContext } from 'webpack';

/** A loader: minifies a style sheet before css-loader makes a module of it. */
export default function minifyCss(this: LoaderContext<unknown>, source: string): string {
  const { code } = transform({ filename: this.resourcePath, code: Buffer.from(source), minify: true });
  return code.toString();
}
