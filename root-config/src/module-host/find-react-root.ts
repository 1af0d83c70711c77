/** The prefix of the property by which React finds what it rendered into a node. */
const prefix = '__reactFiber$';

/** Returns the element of the root that renders a node, also through portals; `undefined` for nodes without React. */
export function findReactRoot(node: Node): Element | undefined {
  const key = Object.keys(node).find((name) => name.startsWith(prefix));
  let fiber: unknown = key && Reflect.get(node, key);
  let root: Element | undefined;
  while (typeof fiber === 'object' && fiber !== null) {
    const state: unknown = Reflect.get(fiber, 'stateNode');
    const container: unknown = typeof state === 'object' && state !== null && Reflect.get(state, 'containerInfo');
    if (container instanceof Element) root = container;
    fiber = Reflect.get(fiber, 'return');
  }
  return root;
}
