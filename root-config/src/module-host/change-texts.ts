/** The text of each node of a style tag, as it was changed last. */
const changed = new WeakMap<Text, string>();

/**
 * Changes the text of a style tag, unless it was changed before. Each node is changed alone, because libraries keep their
 * nodes, to change or remove them.
 */
export function changeTexts(style: HTMLStyleElement, change: (text: string) => string): void {
  for (const node of style.childNodes) {
    if (!(node instanceof Text) || changed.get(node) === node.data) continue;
    const text = change(node.data);
    changed.set(node, text);
    if (text !== node.data) node.data = text;
  }
}
