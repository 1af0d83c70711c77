import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { type AnyNode, parse } from 'acorn';
import { simple } from 'acorn-walk';

/** The form of a script by its text: an ES module, a System module, or a container or another script. */
export type ScriptForm = 'es-module' | 'system' | 'script';

interface ParsedImports {
  readonly form: ScriptForm;
  readonly specifiers: readonly string[];
}

/**
 * Finds the bare names that the scripts of a build import: the entry, the others, and those that they import by a path.
 * Scripts that acorn cannot parse, and names that are composed at run time, are left out.
 */
export async function findImports(dist: string, entry: string, others: readonly string[]) {
  const bare = new Set<string>();
  const scripts = new Set([entry, ...others]);
  let form: ScriptForm = 'script';
  // The set grows while it is read.
  for (const name of scripts) {
    const parsed = parseImports(await readFile(path.join(dist, name), 'utf8').catch(() => ''));
    if (name === entry) form = parsed.form;
    for (const specifier of parsed.specifiers) {
      if (/^\.{0,2}\//.test(specifier)) {
        const file = path.posix.join(path.posix.dirname(name), specifier.replace(/[?#].*$/, ''));
        if (!/^\.\.|^\//.test(file)) scripts.add(file);
      } else if (!URL.canParse(specifier)) bare.add(specifier);
    }
  }
  return { form, bareImports: [...bare] };
}

/** Parses the specifiers of static and dynamic imports, of `System.register` and of `System.import`. */
export function parseImports(text: string): ParsedImports {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return readImports(text, sourceType);
    } catch {
      // It is no script of this kind, too deeply nested, or in a syntax that acorn does not know.
    }
  }
  return { form: 'script', specifiers: [] };
}

function readImports(text: string, sourceType: 'module' | 'script'): ParsedImports {
  const program = parse(text, { ecmaVersion: 'latest', sourceType, allowHashBang: true });
  const isModule = program.body.some(({ type }) => /^(?:Import|Export)\w*Declaration$/.test(type));
  let form: ScriptForm = isModule ? 'es-module' : 'script';
  const specifiers: string[] = [];
  const exported = new Set<string>();
  const add = (node: AnyNode | null | undefined) => specifiers.push(...readText(node));
  simple(program, {
    ImportDeclaration: ({ source }) => void add(source),
    ExportNamedDeclaration({ source, specifiers: names }) {
      add(source);
      for (const { exported: name } of names) exported.add(name.type === 'Identifier' ? name.name : String(name.value));
    },
    ExportAllDeclaration: ({ source }) => void add(source),
    ImportExpression({ source }) {
      // Libraries import parts of Node after a test for Node.
      if (!readText(source).some(isBuiltin)) add(source);
    },
    CallExpression({ arguments: parameters, callee }) {
      const method = readSystemMethod(callee);
      if (method === 'import') add(parameters[0]);
      if (method !== 'register') return;
      form = 'system';
      const list = parameters.find((parameter) => parameter.type === 'ArrayExpression');
      for (const element of list?.elements ?? []) add(element);
    },
  });
  const isContainer = exported.has('get') && exported.has('init');
  return { form: isContainer ? 'script' : form, specifiers };
}

/** Reads a text that is written as it is: minifiers write templates in place of strings. */
function readText(node: AnyNode | null | undefined): string[] {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return [];
  return node.quasis.flatMap(({ value }) => value.cooked ?? []);
}

/** Returns the name of a method of the global `System`. */
function readSystemMethod(callee: AnyNode): string | undefined {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return undefined;
  const { object, property } = callee;
  const owner = object.type === 'MemberExpression' ? object.property : object;
  return owner.type === 'Identifier' && owner.name === 'System' ? property.name : undefined;
}
