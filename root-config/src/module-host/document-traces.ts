import { isShellStyle } from '@portico/shared';

/**
 * What a module leaves in the document outside its element. While the module is away its styles are kept apart, because
 * a bundler does not fetch a chunk twice: removed for good, its second visit would be unstyled (design, section 4).
 */
export class DocumentTraces {
  readonly #kept: (HTMLStyleElement | HTMLLinkElement)[] = [];
  #keptSheets: CSSStyleSheet[] = [];
  #before: { head: Set<Node>; body: Set<Node>; sheets: Set<CSSStyleSheet>; overflow: string } | undefined;

  /** The module is about to load or mount: its styles come back, and what appears from now on is its own. */
  enter(): void {
    this.#before = {
      head: new Set(document.head.childNodes),
      body: new Set(document.body.childNodes),
      sheets: new Set(document.adoptedStyleSheets),
      overflow: document.body.style.overflow,
    };
    document.head.append(...this.#kept.splice(0));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...this.#keptSheets];
    this.#keptSheets = [];
  }

  /** The module is gone: its styles are detached and kept, what it left in the body is removed. */
  leave(): void {
    const before = this.#before;
    if (!before) return;
    this.#before = undefined;
    for (const node of [...document.head.childNodes]) {
      if (before.head.has(node) || !isStyle(node)) continue;
      node.remove();
      this.#kept.push(node);
    }
    for (const node of [...document.body.childNodes]) {
      if (!before.body.has(node) && !(node instanceof HTMLElement && 'portico' in node.dataset)) node.remove();
    }
    this.#keptSheets = document.adoptedStyleSheets.filter((sheet) => !before.sheets.has(sheet) && !isShellStyle(sheet));
    const away = new Set(this.#keptSheets);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !away.has(sheet));
    document.body.style.overflow = before.overflow;
  }

  /** The module will be evaluated anew and bring its styles again. */
  forget(): void {
    this.#kept.length = 0;
    this.#keptSheets = [];
  }
}

function isStyle(node: Node): node is HTMLStyleElement | HTMLLinkElement {
  return node instanceof HTMLStyleElement || (node instanceof HTMLLinkElement && node.relList.contains('stylesheet'));
}
