import { isShellStyle } from '@portico/shared';
import { rememberAttributes } from './document-attributes';

interface Snapshot {
  /** Everything in head and body, and the constructed sheets. */
  readonly known: ReadonlySet<Node | CSSStyleSheet>;
  readonly restoreAttributes: () => void;
}

const styles = 'style, link[rel~="stylesheet"]';

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

  /** The module is gone: its styles are detached and kept, what it left in the body or changed of the page is undone. */
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
    if (!onScreen) this.#takeAway();
  }

  /** The module will be evaluated anew and bring its styles again. */
  forget(): void {
    this.#kept.length = 0;
    this.#keptSheets.length = 0;
  }

  #takeAway(): void {
    const before = this.#before;
    if (!before) return;
    for (const style of document.head.querySelectorAll<HTMLStyleElement | HTMLLinkElement>(styles)) {
      if (before.known.has(style)) continue;
      style.remove();
      this.#kept.push(style);
    }
    for (const node of [...document.body.childNodes]) {
      if (!before.known.has(node) && !(node instanceof HTMLElement && 'portico' in node.dataset)) node.remove();
    }
    const away = document.adoptedStyleSheets.filter((sheet) => !before.known.has(sheet) && !isShellStyle(sheet));
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !away.includes(sheet));
    this.#keptSheets.push(...away);
    before.restoreAttributes();
    this.#before = takeSnapshot();
  }
}

function takeSnapshot(): Snapshot {
  return {
    known: new Set([...document.head.childNodes, ...document.body.childNodes, ...document.adoptedStyleSheets]),
    restoreAttributes: rememberAttributes(),
  };
}
