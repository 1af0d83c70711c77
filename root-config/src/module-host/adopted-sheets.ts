import { isShellStyle } from '@portico/shared';
import type { Owner } from './trace-owners';

interface SheetTrace {
  readonly owner: Owner;
  isPutAway: boolean;
}

/** The constructed style sheets that modules and packages add to the document. */
export class AdoptedSheets {
  /** The adopted sheets and those that are put away, in their order. */
  readonly #traces = new Map<CSSStyleSheet, SheetTrace>();
  readonly #owners = new WeakMap<CSSStyleSheet, Owner>();
  readonly #foreign = new WeakSet<CSSStyleSheet>();

  /** Returns the owner of a sheet; the first time, it is the one that fills the sheet now. */
  findOwner(sheet: CSSStyleSheet, findFiller: () => Owner | undefined): Owner | undefined {
    const owner = this.#owners.get(sheet) ?? findFiller();
    if (owner) this.#owners.set(sheet, owner);
    return owner;
  }

  /** Records the changes since the last call. @param guessed the owner of sheets that no known script has filled */
  collect(guessed: Owner | undefined): void {
    const adopted = new Set(document.adoptedStyleSheets);
    for (const [sheet, { isPutAway }] of this.#traces) {
      if (!isPutAway && !adopted.has(sheet)) this.#traces.delete(sheet);
    }
    for (const sheet of adopted) {
      if (this.#traces.has(sheet) || this.#foreign.has(sheet) || isShellStyle(sheet)) continue;
      const owner = this.#owners.get(sheet) ?? guessed;
      if (owner) this.#traces.set(sheet, { owner, isPutAway: false });
      else this.#foreign.add(sheet);
    }
  }

  /** Restores the sheets of owners in use, and puts the others away. */
  apply(isUsed: (owner: Owner) => boolean): void {
    let hasChanged = false;
    for (const trace of this.#traces.values()) {
      const isPutAway = !isUsed(trace.owner);
      hasChanged ||= trace.isPutAway !== isPutAway;
      trace.isPutAway = isPutAway;
    }
    // Assign only if needed: the browser then computes the style of the whole page again.
    if (!hasChanged) return;
    const others = document.adoptedStyleSheets.filter((sheet) => !this.#traces.has(sheet));
    const used = [...this.#traces].flatMap(([sheet, { isPutAway }]) => (isPutAway ? [] : [sheet]));
    document.adoptedStyleSheets = [...others, ...used];
  }

  /** Drops the sheets of an owner that are put away. */
  forget(address: string): void {
    for (const [sheet, { isPutAway, owner }] of this.#traces) {
      if (owner.address === address && isPutAway) this.#traces.delete(sheet);
    }
  }
}
