/** The median, the smallest and the largest value. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws Error without values */
export function summarize(values: readonly number[]): Summary {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * Returns the median: with an even number of values, the mean of the middle two.
 * @throws Error without values
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.');
  return (low + high) / 2;
}
