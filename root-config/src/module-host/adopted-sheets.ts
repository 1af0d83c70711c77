import { isShellStyle } from '@portico/shared';
import type { Owner } from './trace-owners';

interface SheetTrace {
  readonly owner: Owner;
  isDisabled: boolean;
}

/** The constructed style sheets that modules and packages add to the document. */
export class AdoptedSheets {
  /** The adopted sheets and disabled ones, in their order. */
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
    for (const [sheet, { isDisabled }] of this.#traces) {
      if (!isDisabled && !adopted.has(sheet)) this.#traces.delete(sheet);
    }
    for (const sheet of adopted) {
      if (this.#traces.has(sheet) || this.#foreign.has(sheet) || isShellStyle(sheet)) continue;
      const owner = this.#owners.get(sheet) ?? guessed;
      if (owner) this.#traces.set(sheet, { owner, isDisabled: false });
      else this.#foreign.add(sheet);
    }
  }

  /** Restores the sheets of owners in use, and disables the others. */
  apply(isUsed: (owner: Owner) => boolean): void {
    let hasChanged = false;
    for (const trace of this.#traces.values()) {
      const isDisabled = !isUsed(trace.owner);
      hasChanged ||= trace.isDisabled !== isDisabled;
      trace.isDisabled = isDisabled;
    }
    // Assign only if needed: the browser then computes the style of the whole page again.
    if (!hasChanged) return;
    const others = document.adoptedStyleSheets.filter((sheet) => !this.#traces.has(sheet));
    const used = [...this.#traces].flatMap(([sheet, { isDisabled }]) => (isDisabled ? [] : [sheet]));
    document.adoptedStyleSheets = [...others, ...used];
  }

  /** Drops the disabled sheets of an owner. */
  forget(address: string): void {
    for (const [sheet, { isDisabled, owner }] of this.#traces) {
      if (owner.address === address && isDisabled) this.#traces.delete(sheet);
    }
  }
}
