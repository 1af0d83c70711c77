import { Script } from 'node:vm';
import { cutText } from '@portico/contract';
import { sharedPackagesSchema } from '@portico/contract/publishing';
import { type Program, parse, tokenizer, tokTypes } from 'acorn';
import * as v from 'valibot';
import type { StoredContainer, StoredEntry } from '../tables';

/** The form and the container of an entry, or why it cannot be used. */
interface ParsedEntry extends Pick<StoredEntry, 'form' | 'imports' | 'isSystem' | 'container'> {
  readonly error?: string;
}

/**
 * Parses an entry without running it. System modules and containers are classic scripts, all others are ES modules.
 * A deeply nested script may end the process, so only `parse-entry-main.ts` and tests call it.
 * @returns why not when it is empty, or neither a script nor an ES module that parses
 */
export function parseEntry(text: string): ParsedEntry {
  if (text.trim() === '') return { error: '0 bytes' };
  let dependencies: readonly string[] | undefined;
  const scriptError = findSyntaxError(() => {
    new Script(text);
    dependencies = findDependencies(text);
  });
  if (scriptError === undefined) {
    if (containerExports.test(text)) return describeContainer(dependencies ? 'system' : 'var', text);
    return dependencies ? { isSystem: true, ...describeImports(dependencies) } : {};
  }
  let names: readonly string[] = [];
  let imports: readonly string[] = [];
  const moduleError = findSyntaxError(() => {
    const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
    names = listExports(program);
    imports = listImports(program);
  });
  if (moduleError !== undefined) return { error: `${scriptError}; as an ES module: ${moduleError}` };
  const isContainer = names.includes('get') && names.includes('init');
  return { form: 'es-module', ...describeImports(imports), ...(isContainer && describeContainer('module', text)) };
}

/** Maximum number of imports that a page gets to know, as for declared ones. */
const maxImports = 20;

/** Describes the imports of packages and modules: the only ones of which a version may not declare all. */
function describeImports(names: readonly string[]): Pick<ParsedEntry, 'imports'> {
  const imports = [...new Set(names)].filter((name) => v.is(sharedPackagesSchema, { [name]: '*' }));
  return imports.length > 0 ? { imports: imports.slice(0, maxImports) } : {};
}

const registration: readonly string[] = ['System', '.', 'register', '('];

/**
 * Lists the dependencies in the first call of `System.register`, where a name of the module may precede them. Comments
 * and texts that look like such a call do not count.
 * @returns undefined for a script without a call
 */
function findDependencies(text: string): string[] | undefined {
  if (!/\bSystem\b/.test(text)) return undefined;
  const names: string[] = [];
  let [found, isList] = [0, false];
  for (const { end, start, type } of tokenizer(text, { ecmaVersion: 'latest' })) {
    if (found < registration.length) {
      found = text.slice(start, end) === registration[found] ? found + 1 : 0;
    } else if (type === tokTypes.bracketL) isList = true;
    else if (type === tokTypes.string && isList) names.push(text.slice(start + 1, end - 1));
    else if (type !== tokTypes.string && type !== tokTypes.comma) return names;
  }
  return undefined;
}

function listImports({ body }: Program): string[] {
  return body.flatMap((node) => {
    const source = 'source' in node ? node.source : undefined;
    return typeof source?.value === 'string' ? [source.value] : [];
  });
}

function findSyntaxError(parseText: () => unknown): string | undefined {
  try {
    parseText();
    return undefined;
  } catch (error) {
    // Catch all errors: deeply nested scripts throw a RangeError, and SyntaxError is another class in Jest.
    return cutText(String(error), 200);
  }
}

/** The exports of a container as webpack and Rspack write them, minified or not. */
const containerExports =
  /\{\s*["']?get["']?\s*:\s*(?:\(\)\s*=>|function)[\s\S]{1,200}?,\s*["']?init["']?\s*:\s*(?:\(\)\s*=>|function)/;

/** The name in the list of what a container exposes. */
const exposedModule = /["'`](\.\/app)["'`]\s*:/i;

/** Describes the container of a federation, from its source: nothing runs it. */
function describeContainer(type: StoredContainer['type'], text: string): ParsedEntry {
  const [, expose] = exposedModule.exec(text) ?? [];
  return { container: { type, ...(expose !== undefined && { expose }) } };
}

function listExports({ body }: Program): string[] {
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration') return [];
    const { declaration, specifiers } = node;
    const names = specifiers.map(({ exported }) => (exported.type === 'Identifier' ? exported.name : exported.value));
    if (declaration?.type === 'FunctionDeclaration') return [declaration.id.name];
    if (declaration?.type !== 'VariableDeclaration') return names.map(String);
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  });
}
