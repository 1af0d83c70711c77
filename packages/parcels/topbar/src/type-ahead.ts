import { foldText } from '@portico/shared';
import type { KeyboardEvent } from 'react';

/** Milliseconds after a letter until the next one starts a new search. */
const pause = 350;

type Key = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'key' | 'metaKey' | 'timeStamp'>;

/** Finds an entry of a menu by the first letters of its name, which the user types, whatever their case and accents. */
export class TypeAhead {
  #typed = '';
  #typedAt = Number.NEGATIVE_INFINITY;

  /**
   * Adds a key to the search.
   * @param active the index of the active entry, -1 if there is none
   * @returns the index of the entry, -1 if there is none, or `undefined` for a key that types no letter
   */
  search(
    entries: readonly { readonly name: string }[],
    active: number,
    { altKey, ctrlKey, key, metaKey, timeStamp }: Key,
  ): number | undefined {
    if (timeStamp - this.#typedAt >= pause) this.#typed = '';
    // A space that starts a search chooses the active entry.
    const isLetter = [...key].length === 1 && (key !== ' ' || this.#typed !== '');
    if (!isLetter || altKey || ctrlKey || metaKey) return undefined;
    // The same first letter again leads to the next entry.
    const start = this.#typed === '' ? active + 1 : active;
    this.#typed += key;
    this.#typedAt = timeStamp;
    const typed = foldText(this.#typed);
    const matches = entries.flatMap(({ name }, index) => (getSearched(name).startsWith(typed) ? [index] : []));
    return matches.find((index) => index >= start) ?? matches[0] ?? -1;
  }

  /** Starts the pause again: to draw very many entries may have taken longer than the pause. */
  restartPause(): void {
    this.#typedAt = performance.now();
  }
}

/** The name from its first letter or digit on: keyboards have no flags. */
function getSearched(name: string): string {
  return foldText(name).replace(/^[^\p{L}\p{N}]+/u, '');
}
