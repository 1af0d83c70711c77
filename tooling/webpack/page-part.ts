import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type SelectorComponent, transform } from 'lightningcss';
import type { Compiler, Configuration } from 'webpack';
import { nodeProgram } from './node-program';

/** Libraries that the shell loads lazily. Rendering does not need them. */
const unused = ['ky', 'mqtt'];

/**
 * Renders a part of the page during the build of the shell: builds a program for Node and runs it.
 * @param name of the output, `dist/page/<name>.json`
 * @param entry a program that prints the part as JSON: its HTML and the text of its `styles`
 */
export function pagePart(root: string, name: string, entry: string): Configuration {
  const program = path.join(root, 'node_modules/.cache/portico', name, 'render.mjs');
  const output = path.join(root, 'dist/page', `${name}.json`);
  const configuration = nodeProgram({ root, entry: path.join(root, entry), output: program, externals: unused });
  const run = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 16 * 1024 * 1024 });
    const { styles, ...part } = JSON.parse(stdout);
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, JSON.stringify({ styles: keepUsedRules(styles, JSON.stringify(part)), ...part }));
  };
  return {
    ...configuration,
    name,
    plugins: [{ apply: (compiler: Compiler) => compiler.hooks.afterEmit.tapPromise('PagePart', run) }],
  };
}

/** Removes the rules of components that are not in the part. */
function keepUsedRules(styles: string, html: string): string {
  const used = new Set(html.match(/portico-[\w-]+/g));
  const isUsed = (part: SelectorComponent) =>
    part.type === 'class'
      ? used.has(part.name)
      : // There is a rule for each colour of marks. Other attributes change at run time.
        part.type !== 'attribute' || part.name !== 'data-color' || html.includes(part.name);
  const filename = 'page-part.css';
  const { code } = transform({
    filename,
    code: Buffer.from(styles),
    visitor: {
      Rule: {
        style: (rule) => (rule.value.selectors.some((selector) => selector.every(isUsed)) ? undefined : []),
      },
    },
  });
  // A second pass removes media queries that have become empty.
  return transform({ filename, code, minify: true }).code.toString();
}
