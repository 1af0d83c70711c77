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

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isNode(value);
}

function isNode(value: unknown): value is AnyNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  );
}
