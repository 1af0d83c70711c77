import { getStyleScope, scopeRule, scopeStyles } from '@portico/contract';
import { findEntry, getModuleKey, moduleAttribute, modulePrefix } from '@portico/shared';
import { AdoptedSheets } from './adopted-sheets';
import { changeTexts } from './change-texts';
import { disableStyle, isStyle, type StyleElement } from './disable-style';
import { findReactRoot } from './find-react-root';
import { saveAttributes } from './save-attributes';
import { findOwners, getCurrentOwner, listImports, type Owner, recordUse } from './trace-owners';
import { type AddedRules, watchAdditions } from './watch-additions';

interface StyleTrace {
  readonly owner: Owner;
  /** Present while the style is disabled. */
  restore?: (() => void) | undefined;
  /** Whether disabling it has removed it from the document. */
  isDetached?: boolean;
}

/** The time that a module, or a parcel of it, is on screen or loading for it. */
interface Visit {
  readonly name: string;
  /** Absent inside another module, which may have changed the page meanwhile. */
  restoreAttributes?: (() => void) | undefined;
}

/**
 * The nodes, styles and attributes that modules leave outside their elements. Each belongs to the module or package whose
 * script added it, or else to the module on screen. A style applies while a module that imports its owner is on screen.
 * It is kept for later, because scripts are evaluated once (docs/decisions/0071).
 */
export class DocumentTraces {
  /** In the order in which they began. */
  readonly #visits: Visit[] = [];
  readonly #styles = new Map<StyleElement, StyleTrace>();
  readonly #sheets = new AdoptedSheets();
  /** The nodes in the body, with the name of their module. */
  readonly #children = new Map<Node, string>();
  #flush: (() => void) | undefined;
  #restoreLate: (() => void) | undefined;

  /**
   * To be called before a module or a parcel of it loads or mounts: restores the styles that it uses.
   * @param name of the module in the import map
   * @param element that it mounts into
   * @returns disables the styles that nothing on screen uses, and removes what the module left
   */
  enter(name: string, element: HTMLElement): () => void {
    this.#flush ??= watchAdditions({
      onChange: (records, getScripts) => this.#follow(records, getScripts),
      changeRules: (rules) => this.#changeRules(rules),
      onStyleInside: (style) => {
        const owner = this.#findStyleOwner(style);
        if (owner) this.#scopeTexts(style, owner);
      },
    });
    this.#collect();
    const isInside = element.parentElement?.closest(`[${moduleAttribute}]`);
    element.setAttribute(moduleAttribute, getModuleKey(name));
    const visit: Visit = { name, ...(!isInside && { restoreAttributes: saveAttributes() }) };
    if (!isInside) this.#restoreLate = undefined;
    this.#visits.push(visit);
    this.#apply();
    return () => this.#leave(visit);
  }

  /** To be called when work of a module ended after the user had left: undoes its changes to attributes of the page. */
  leaveLate(): void {
    this.#restoreLate?.();
  }

  /** Drops the disabled styles of a module, which will be evaluated again and add them again. */
  forget(name: string): void {
    const { address } = getCurrentOwner(name);
    for (const [style, { owner, restore }] of this.#styles) {
      if (owner.address !== address || !restore) continue;
      this.#styles.delete(style);
      style.remove();
    }
    this.#sheets.forget(address);
  }

  #leave(visit: Visit): void {
    const index = this.#visits.indexOf(visit);
    if (index === -1) return;
    this.#collect();
    this.#visits.splice(index, 1);
    this.#apply();
    const { restoreAttributes } = visit;
    if (!restoreAttributes) return;
    const next = this.#visits.slice(index).find((later) => later.restoreAttributes);
    if (next) {
      // It has changed them, too, since.
      next.restoreAttributes = restoreAttributes;
      return;
    }
    restoreAttributes();
    this.#restoreLate = saveAttributes();
  }

  #follow(records: readonly MutationRecord[], getScripts: () => string[]): void {
    let owners: Owner[] | undefined;
    const findAdders = () => {
      owners ??= findOwners(getScripts());
      return owners;
    };
    const changed = new Set<HTMLStyleElement>();
    for (const { addedNodes, removedNodes, target } of records) {
      const style = target instanceof Element ? target : target.parentElement;
      if (style instanceof HTMLStyleElement) changed.add(style);
      for (const node of removedNodes) if (!node.isConnected) this.#drop(node);
      for (const node of addedNodes) {
        if (node.parentNode !== target) continue;
        if (isStyle(node)) this.#addStyle(node, findAdders);
        else if (target === document.body) this.#addChild(node, findAdders);
      }
    }
    for (const style of changed) this.#refresh(style);
  }

  #addStyle(style: StyleElement, findAdders: () => Owner[]): void {
    if (!this.#styles.has(style)) {
      const [ofAddress] = style instanceof HTMLLinkElement ? findOwners([style.href]) : [];
      const owner = this.#recordUse(ofAddress ?? findAdders()[0]) ?? this.#guessOwner();
      if (owner) this.#styles.set(style, { owner });
    }
    this.#refresh(style);
  }

  /** A child belongs to a module, never to a package: it is part of what the user sees of the module. */
  #addChild(node: Node, findAdders: () => Owner[]): void {
    if (this.#children.has(node) || (node instanceof HTMLElement && 'portico' in node.dataset)) return;
    const root = findReactRoot(node);
    const rootMark = root?.closest(`[${moduleAttribute}]`)?.getAttribute(moduleAttribute);
    // The shell's own.
    if (root && !rootMark) return;
    const name = rootMark
      ? modulePrefix + rootMark
      : (this.#chooseModule(findAdders().filter((owner) => owner.name.startsWith(modulePrefix))) ??
        this.#guessOwner()?.name);
    if (name === undefined) return;
    this.#children.set(node, name);
    if (node instanceof Element) node.setAttribute(moduleAttribute, getModuleKey(name));
    this.#removeChildren();
  }

  /** Chooses a module on screen, or else one on screen that imports the first. */
  #chooseModule(modules: readonly Owner[]): string | undefined {
    const [first] = modules;
    if (!first) return undefined;
    const shown = modules.find(({ name }) => this.#isOnScreen(name));
    const importer = this.#listNames().findLast((name) => listImports(name).has(first.address));
    return shown?.name ?? importer ?? first.name;
  }

  #drop(node: Node): void {
    this.#children.delete(node);
    if (isStyle(node) && !this.#styles.get(node)?.isDetached) this.#styles.delete(node);
  }

  /** Scopes the new text of a style, and disables it again if its sheet is new. */
  #refresh(style: StyleElement): void {
    const trace = this.#styles.get(style);
    if (!trace) return;
    if (style instanceof HTMLStyleElement) this.#scopeTexts(style, trace.owner);
    if (!this.#findUsed()(trace.owner)) disable(style, trace);
  }

  #scopeTexts(style: HTMLStyleElement, owner: Owner): void {
    changeTexts(style, (text) => scopeText(text, owner));
  }

  #changeRules({ getScripts, isRule, sheet, text }: AddedRules): string {
    const { ownerNode } = sheet;
    const owner = isStyle(ownerNode)
      ? this.#findStyleOwner(ownerNode)
      : // Only the script that fills it, because libraries such as zone.js call all others, those of the shell too.
        this.#sheets.findOwner(sheet, () => this.#recordUse(findOwners(getScripts().slice(0, 1))[0]));
    return owner ? scopeText(text, owner, isRule) : text;
  }

  /** Returns the owner of a style in the head, or else the module in whose element it is. */
  #findStyleOwner(style: StyleElement): Owner | undefined {
    const key = style.closest(`[${moduleAttribute}]`)?.getAttribute(moduleAttribute);
    return this.#styles.get(style)?.owner ?? (key ? getCurrentOwner(modulePrefix + key) : undefined);
  }

  #guessOwner(): Owner | undefined {
    const name = this.#listNames().at(-1);
    return name === undefined ? undefined : getCurrentOwner(name);
  }

  #recordUse(owner: Owner | undefined): Owner | undefined {
    if (owner) recordUse(owner, this.#listNames());
    return owner;
  }

  /** The names on screen, the best guess at the author of a trace last: a parcel inside a module is a worse one. */
  #listNames(): string[] {
    const isInside = ({ restoreAttributes }: Visit) => restoreAttributes === undefined;
    return [...this.#visits.filter(isInside), ...this.#visits.filter((visit) => !isInside(visit))].map(
      ({ name }) => name,
    );
  }

  #isOnScreen(name: string): boolean {
    return this.#visits.some((visit) => visit.name === name);
  }

  /** Returns whether what is on screen uses an owner. */
  #findUsed(): (owner: Owner) => boolean {
    const used = new Set(this.#visits.flatMap(({ name }) => [...listImports(name)]));
    return ({ address }) => used.has(address);
  }

  #removeChildren(): void {
    for (const [node, name] of this.#children) {
      if (this.#isOnScreen(name)) continue;
      this.#children.delete(node);
      node.parentNode?.removeChild(node);
    }
  }

  /** Records what was added until now, as long as the modules on screen are those that may have added it. */
  #collect(): void {
    this.#flush?.();
    this.#sheets.collect(this.#guessOwner());
  }

  /** Restores the styles that modules on screen use, and disables the others. */
  #apply(): void {
    const isUsed = this.#findUsed();
    for (const [style, trace] of this.#styles) {
      const { restore } = trace;
      if (!isUsed(trace.owner)) {
        if (!restore) disable(style, trace);
      } else if (restore) {
        trace.restore = undefined;
        trace.isDetached = false;
        restore();
      }
    }
    this.#sheets.apply(isUsed);
    this.#removeChildren();
  }
}

/**
 * Keeps styles that a script adds inside of its module, or those of a package inside of all modules.
 * @param isRule whether the text has to remain one rule
 */
function scopeText(text: string, { address, name }: Owner, isRule = false): string {
  if (findEntry(address).declarations?.styles === 'global') return text;
  const scope = getStyleScope(name.startsWith(modulePrefix) ? getModuleKey(name) : undefined);
  return (isRule ? scopeRule : scopeStyles)(text, scope);
}

function disable(style: StyleElement, trace: StyleTrace): void {
  trace.restore = disableStyle(style, trace.restore);
  trace.isDetached = !style.isConnected;
}

/** The traces of all modules and parcels of the page. */
export const documentTraces = new DocumentTraces();
