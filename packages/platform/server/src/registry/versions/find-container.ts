import type { Program } from 'acorn';
import type { StoredContainer, StoredEntry } from '../live-map/stored-entry';

type Found = Pick<StoredEntry, 'container'>;

/** The exports of a container as webpack and Rspack write them, minified or not. */
const containerExports =
  /\{\s*["']?get["']?\s*:\s*(?:\(\)\s*=>|function)[\s\S]{1,200}?,\s*["']?init["']?\s*:\s*(?:\(\)\s*=>|function)/;

/** The name in the list of what a container exposes. */
const exposedModule = /["'`](\.\/app)["'`]\s*:/i;

/** Finds the container of a federation in the source of a classic script: nothing runs it to see. */
export function findClassicContainer(text: string): Found {
  if (!containerExports.test(text)) return {};
  return describe(/\bSystem\.register\(/.test(text) ? 'system' : 'var', text);
}

/** Finds the container of a federation in an ES module, by its exports. */
export function findModuleContainer(text: string, program: Program): Found {
  const names = new Set(listExports(program));
  return names.has('get') && names.has('init') ? describe('module', text) : {};
}

function describe(type: StoredContainer['type'], text: string): Found {
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
