import { Script } from 'node:vm';
import { cutText, sharedPackagesSchema } from '@portico/contract';
import { type Program, parse } from 'acorn';
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
  const scriptError = findSyntaxError(() => new Script(text));
  if (scriptError === undefined) {
    const isSystem = /\bSystem\.register\(/.test(text);
    if (containerExports.test(text)) return describeContainer(isSystem ? 'system' : 'var', text);
    return isSystem ? { isSystem, ...describeImports(listDependencies(text)) } : {};
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

/** The names in the first list of dependencies of a System module, which may have a name of its own. */
function listDependencies(text: string): string[] {
  const [, list = ''] = /\bSystem\.register\(\s*(?:["'][^"']*["']\s*,\s*)?\[([^\]]*)\]/.exec(text) ?? [];
  return [...list.matchAll(/["']([^"']+)["']/g)].map(([, name = '']) => name);
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
