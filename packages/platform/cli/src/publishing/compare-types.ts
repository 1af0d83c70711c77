import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { findInstalled } from '../dev/import-installed';

/** The most findings that are shown: one change often causes many. */
const mostFindings = 5;

const configuration = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: [],
  },
  files: ['compare.ts', 'next.d.ts'],
};

/** The compiler that a module is built with: its program. `undefined` if its folder has none. */
export function findCompiler(folder: string): string | undefined {
  const manifest = findInstalled('typescript/package.json', folder);
  return manifest && path.join(path.dirname(manifest), 'bin/tsc');
}

/**
 * Compares the types of a version with those that consumers were built for: every value and every type must still exist
 * and be assignable to the former one.
 * @param folder of the module, whose packages the types may import
 * @returns a sentence of the compiler for each break
 */
export async function compareTypes(compiler: string, folder: string, former: string, next: string): Promise<string[]> {
  // Where the compiler finds the packages of the module.
  const caches = path.resolve(folder, 'node_modules/.cache');
  await mkdir(caches, { recursive: true });
  const place = await mkdtemp(path.join(caches, 'portico-types-'));
  const files = {
    'former.d.ts': former,
    'next.d.ts': next,
    'compare.ts': writeComparison(former),
    'tsconfig.json': JSON.stringify(configuration),
  };
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(place, name), text);
    const output = await run(compiler, place);
    return output.slice(0, mostFindings);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const failureSchema = v.object({ stdout: v.string() });

/** @returns the errors, without positions in generated files */
async function run(compiler: string, place: string): Promise<string[]> {
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', place, '--pretty', 'false'], { cwd: place });
    return [];
  } catch (error) {
    if (!v.is(failureSchema, error)) throw error;
    const errors = [...error.stdout.matchAll(/error TS\d+: (.*(?:\n .*)*)/g)];
    return errors.length > 0 ? errors.map(([, text = '']) => tidy(text)) : [error.stdout.trim()];
  }
}

function tidy(error: string): string {
  return (
    error
      .replace(/import\("[^"]*\/(former|next)"\)/g, '$1')
      .replace(/\s+/g, ' ')
      // The comparison itself; what follows says the same in the words of the module.
      .replace(
        /^Type 'typeof next' is not assignable to type 'typeof former'\. Types of property '([\w$]+)' are incompatible\./,
        '$1:',
      )
      .trim()
  );
}

/** A program that compiles only if nothing breaks. Generic types only need to exist: their parameters are unknown. */
function writeComparison(former: string): string {
  const types = listTypes(former);
  const lines = [
    "import type * as former from './former';",
    "import type * as next from './next';",
    ...types.map(({ name }) => `export type { ${name} } from './next';`),
    'declare const all: typeof next;',
    'export const values: typeof former = all;',
    ...types
      .filter(({ isGeneric }) => !isGeneric)
      .flatMap(({ name }) => [
        `declare const next_${name}: next.${name};`,
        `export const former_${name}: former.${name} = next_${name};`,
      ]),
  ];
  return lines.join('\n');
}

/** The exported types that are declared in the file itself. */
function listTypes(text: string): { readonly name: string; readonly isGeneric: boolean }[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const lists = [...code.matchAll(/\bexport\s+(?:type\s+)?\{([^}]*)\}(?!\s*from)/g)].flatMap(([, list = '']) =>
    list.split(','),
  );
  // A name that is exported as another one is compared as a value alone.
  const listed = new Set(lists.map((name) => name.replace(/^\s*type\s/, '').trim()));
  const declared = code.matchAll(
    /(\bexport\s+)?(?:\bdeclare\s+)?\b(?:interface|type)\s+([A-Za-z_$][\w$]*)\s*([<={]|extends\b)/g,
  );
  const found = [...declared].flatMap(([, isExported, name = '', next]) =>
    isExported || listed.has(name) ? [{ name, isGeneric: next === '<' }] : [],
  );
  return [...new Map(found.map((type) => [type.name, type])).values()];
}
