import type { AnyNode, Node } from 'acorn';

/** Calls `visit` for a node of a syntax tree and all nodes below it. */
export function walk(root: Node, visit: (node: AnyNode) => void): void {
  const waiting: unknown[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isNode(node)) visit(node);
    if (typeof node !== 'object' || node === null) continue;
    // In reverse, so that nodes are visited in the order of the source.
    for (const child of Object.values(node).reverse()) if (isContainer(child)) waiting.push(child);
  }
}

/** Returns the text of a string literal, or of a template without expressions. */
export function getString(node: Node | null | undefined): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** Lists the properties of an object literal by their keys; nothing for other nodes. */
export function listProperties(node: AnyNode | undefined): (readonly [key: string, value: AnyNode])[] {
  if (node?.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) =>
    property.type === 'Property' ? [[getKey(property.key), property.value] as const] : [],
  );
}

/** Returns the name of the property that an expression such as `a.b` or `a["b"]` reads. */
export function getProperty(node: AnyNode | undefined): string | undefined {
  if (node?.type !== 'MemberExpression') return undefined;
  return node.computed ? getString(node.property) : getKey(node.property);
}

/** Whether an expression is this name, or the property of this name of something. */
export function isNamed(node: AnyNode, name: string): boolean {
  return getProperty(node) === name || (node.type === 'Identifier' && node.name === name);
}

function getKey(key: AnyNode): string {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
}

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isNode(value);
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  );
}
