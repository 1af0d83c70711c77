import { isShellStyle, rewriteSettings } from '@portico/shared';

interface Snapshot {
  /** All nodes in head and body, and the constructed style sheets. */
  readonly known: Set<Node | CSSStyleSheet>;
  readonly restoreAttributes: () => void;
}

type StyleElement = HTMLStyleElement | HTMLLinkElement;

const styles = 'style, link[rel~="stylesheet"]';

/** The traces of the module on screen. All that is added to the document meanwhile counts as its own. */
let onScreen: DocumentTraces | undefined;

/**
 * The nodes, styles and attributes that a module leaves outside its element. Its styles are kept for the next visit, because a bundler
 * does not fetch a chunk twice: without them the second visit would be unstyled.
 */
export class DocumentTraces {
  /** The styles that are put away, each with the function that restores it. */
  readonly #kept = new Map<StyleElement, () => void>();
  readonly #keptSheets: CSSStyleSheet[] = [];
  #before: Snapshot | undefined;

  /** To be called before the module loads or mounts: restores its styles, and starts to record. */
  enter(): void {
    onScreen = this;
    this.#before = takeSnapshot();
    for (const [style, restore] of this.#kept) {
      this.#before.known.delete(style);
      restore();
    }
    this.#kept.clear();
    document.adoptedStyleSheets.push(...this.#keptSheets.splice(0));
  }

  /** To be called when the user has left: puts its styles away, and undoes its changes of body and page. */
  leave(): void {
    if (onScreen !== this) return;
    onScreen = undefined;
    this.#remove();
  }

  /**
   * To be called when work of the module ended after the user had left: removes what appeared since. While another
   * module is on screen, the owner is unknown; it is removed with that module.
   */
  leaveLate(): void {
    if (!onScreen) this.#remove();
  }

  /** Drops the kept styles, because the module will be evaluated again and add them again. */
  forget(): void {
    for (const style of this.#kept.keys()) style.remove();
    this.#kept.clear();
    this.#keptSheets.length = 0;
  }

  #remove(): void {
    const before = this.#before;
    if (!before) return;
    for (const style of document.head.querySelectorAll<StyleElement>(styles)) {
      if (!before.known.has(style)) this.#kept.set(style, putAway(style));
    }
    for (const node of [...document.body.childNodes]) {
      if (!before.known.has(node) && !(node instanceof HTMLElement && 'portico' in node.dataset)) node.remove();
    }
    const removed = document.adoptedStyleSheets.filter((sheet) => !before.known.has(sheet) && !isShellStyle(sheet));
    if (removed.length > 0) {
      // Assign only if needed: the browser then computes the style of the whole page again.
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !removed.includes(sheet));
      this.#keptSheets.push(...removed);
    }
    before.restoreAttributes();
    this.#before = takeSnapshot();
  }
}

/**
 * Switches a style off where it is: a detached style tag loses the rules that a script inserted, and a detached link
 * loads again while the module is on screen already. A link that is loading, or has failed, is detached, so that it is
 * requested again.
 * @returns restores it
 */
function putAway(style: StyleElement): () => void {
  const { sheet } = style;
  if (sheet && !('failed' in style.dataset)) {
    const { disabled } = sheet;
    sheet.disabled = true;
    return () => {
      if (style.sheet) style.sheet.disabled = disabled;
    };
  }
  style.remove();
  return () => document.head.append(style);
}

function takeSnapshot(): Snapshot {
  return {
    known: new Set([...document.head.childNodes, ...document.body.childNodes, ...document.adoptedStyleSheets]),
    restoreAttributes: saveAttributes(),
  };
}

const names = ['style', 'dir', 'inert', 'aria-hidden', 'class'];

/** Saves the attributes of the page and its regions; returns a function that restores them, but not old settings. */
function saveAttributes(): () => void {
  const saved = [...document.querySelectorAll<HTMLElement>('html, body, [data-portico]')].map((element) => ({
    element,
    values: names.map((name) => element.getAttribute(name)),
  }));
  return () => {
    for (const { element, values } of saved)
      for (const [index, name] of names.entries()) restoreAttribute(element, name, values[index] ?? null);
    rewriteSettings();
  };
}

function restoreAttribute(element: HTMLElement, name: string, before: string | null): void {
  // The router owns the classes of the regions, and may have set those of the next screen already.
  if (name === 'class' && 'portico' in element.dataset) return;
  // Reading also makes Chromium notice a `style` that a script wrote.
  if (element.getAttribute(name) === before) return;
  if (before === null) element.removeAttribute(name);
  // The content security policy forbids writing the attribute itself.
  else if (name === 'style') element.style.cssText = before;
  else element.setAttribute(name, before);
}
