/** An element that adds a style sheet to the document. */
export type StyleElement = HTMLStyleElement | HTMLLinkElement;

export function isStyle(node: unknown): node is StyleElement {
  if (node instanceof HTMLStyleElement) return true;
  return node instanceof HTMLLinkElement && node.relList.contains('stylesheet');
}

/**
 * Switches a style off where it is: a detached style tag loses the rules that a script inserted, and a detached link
 * loads again while the module is on screen already. A link that is loading, or has failed, is detached, so that it is
 * requested again.
 * @param restore of a style that was disabled before its sheet changed
 * @returns restores it
 */
export function disableStyle(style: StyleElement, restore?: () => void): () => void {
  const { sheet } = style;
  if (sheet && !('failed' in style.dataset)) {
    const { disabled } = sheet;
    sheet.disabled = true;
    return (
      restore ??
      (() => {
        if (style.sheet) style.sheet.disabled = disabled;
      })
    );
  }
  style.remove();
  return () => document.head.append(style);
}
