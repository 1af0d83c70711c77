import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'lightningcss';
import type { Compiler, Configuration } from 'webpack';
import { nodeProgram } from './node-program';

interface SignInFormOptions {
  readonly root: string;
  /** The program that prints the form. */
  readonly entry: string;
  /** The JSON file to write. */
  readonly output: string;
}

/** Libraries that the shell loads late, so that rendering needs none of them. */
const unused = ['ky', 'mqtt'];

/** Renders the sign-in form while the shell is built: builds the program for Node and runs it. */
export function signInForm({ root, entry, output }: SignInFormOptions): Configuration {
  const program = path.join(root, 'node_modules/.cache/portico/sign-in-form/render-sign-in.mjs');
  const configuration = nodeProgram({ root, entry, output: program, externals: unused });
  const run = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    const { styles, ...form } = JSON.parse(stdout);
    mkdirSync(path.dirname(output), { recursive: true });
    writeFileSync(output, JSON.stringify({ styles: keepUsedRules(styles, JSON.stringify(form)), ...form }));
  };
  return {
    ...configuration,
    name: 'sign-in-form',
    plugins: [{ apply: (compiler: Compiler) => compiler.hooks.afterEmit.tapPromise('SignInForm', run) }],
  };
}

/** Drops the rules of components that are not in the form. */
function keepUsedRules(styles: string, html: string): string {
  const used = new Set(html.match(/portico-[\w-]+/g));
  const { code } = transform({
    filename: 'sign-in.css',
    code: Buffer.from(styles),
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          const isUsed = rule.value.selectors.some((selector) =>
            selector.every((part) => part.type !== 'class' || used.has(part.name)),
          );
          return isUsed ? undefined : [];
        },
      },
    },
  });
  return code.toString();
}
