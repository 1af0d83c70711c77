import { isShellStyle } from '@portico/shared';

interface Snapshot {
  readonly head: ReadonlySet<Node>;
  readonly body: ReadonlySet<Node>;
  readonly sheets: ReadonlySet<CSSStyleSheet>;
  readonly overflow: string;
}

/** The traces of the module that is on screen; what appears meanwhile counts as its own. */
let onScreen: DocumentTraces | undefined;

/**
 * What a module leaves in the document outside its element. While the module is away its styles are kept apart, because
 * a bundler does not fetch a chunk twice: removed for good, its second visit would be unstyled (design, section 4).
 */
export class DocumentTraces {
  readonly #kept: (HTMLStyleElement | HTMLLinkElement)[] = [];
  readonly #keptSheets: CSSStyleSheet[] = [];
  #before: Snapshot | undefined;

  /** The module is about to load or mount: its styles come back, and what appears from now on is its own. */
  enter(): void {
    onScreen = this;
    this.#before = takeSnapshot();
    document.head.append(...this.#kept.splice(0));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...this.#keptSheets.splice(0)];
  }

  /** The module is gone: its styles are detached and kept, what it left in the body is removed. */
  leave(): void {
    if (onScreen !== this) return;
    onScreen = undefined;
    this.#takeAway();
  }

  /**
   * Work of the module that ended after the user had left: takes away what that brought. While another module is on
   * screen nobody can tell whose it is; it goes when that one is left.
   */
  leaveLate(): void {
    if (onScreen === undefined) this.#takeAway();
  }

  /** The module will be evaluated anew and bring its styles again. */
  forget(): void {
    this.#kept.length = 0;
    this.#keptSheets.length = 0;
  }

  #takeAway(): void {
    const before = this.#before;
    if (!before) return;
    for (const node of [...document.head.childNodes]) {
      if (before.head.has(node) || !isStyle(node)) continue;
      node.remove();
      this.#kept.push(node);
    }
    for (const node of [...document.body.childNodes]) {
      if (!before.body.has(node) && !(node instanceof HTMLElement && 'portico' in node.dataset)) node.remove();
    }
    const away = document.adoptedStyleSheets.filter((sheet) => !before.sheets.has(sheet) && !isShellStyle(sheet));
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !away.includes(sheet));
    this.#keptSheets.push(...away);
    document.body.style.overflow = before.overflow;
    this.#before = takeSnapshot();
  }
}

function takeSnapshot(): Snapshot {
  return {
    head: new Set(document.head.childNodes),
    body: new Set(document.body.childNodes),
    sheets: new Set(document.adoptedStyleSheets),
    overflow: document.body.style.overflow,
  };
}

function isStyle(node: Node): node is HTMLStyleElement | HTMLLinkElement {
  return node instanceof HTMLStyleElement || (node instanceof HTMLLinkElement && node.relList.contains('stylesheet'));
}
