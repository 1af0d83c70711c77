import { ApiError } from './api-error';

/** More mistakes than this are another word. */
const mostMistakes = 3;

/** Finds the candidate that needs the fewest changes: at most three, and a third of the typed characters. */
export function findNearest(typed: string, candidates: Iterable<string>): string | undefined {
  let fewest = Math.min(mostMistakes, Math.floor(typed.length / 3)) + 1;
  let nearest: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - typed.length) >= fewest) continue;
    const distance = countMistakes(typed, candidate);
    if (distance < fewest) [fewest, nearest] = [distance, candidate];
  }
  return nearest;
}

/** The Levenshtein distance, row by row. */
function countMistakes(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Requires that a module is published; throws ApiError 400, which offers the nearest key. */
export function requirePublished(module: string, published: readonly string[]): void {
  if (published.includes(module)) return;
  throw new ApiError(400, 'module-unpublished', { values: { module }, nearest: findNearest(module, published) });
}
