/** The row of one load in the table that a long run prints. */
interface Figure {
  readonly load: string;
  readonly measured: string;
  readonly without: string;
  readonly under: string;
}

const figures: Figure[] = [];

export function addFigure(load: string, measured: string, without: string | number, under: string | number): void {
  const show = (value: string | number) => (typeof value === 'number' ? `${value.toFixed(1)} ms` : value);
  figures.push({ load, measured, without: show(without), under: show(under) });
}

/** Prints the rows as a table for docs/operating.md. */
export function printFigures(engine: string): void {
  const rows = figures.map(
    ({ load, measured, under, without }) => `| ${[load, measured, without, under].join(' | ')} |`,
  );
  const head = ['| load | what is measured | without | under it |', '|---|---|---|---|'];
  console.log([`What overload does, on ${engine}:`, '', ...head, ...rows].join('\n'));
}

/**
 * Measures sequential calls until `isOver`.
 * @param call throws when the response is wrong
 * @returns the 95th percentile in milliseconds
 */
export async function measure(call: () => Promise<void>, isOver: (calls: number) => boolean): Promise<number> {
  const times: number[] = [];
  while (!isOver(times.length)) times.push(await time(call));
  const sorted = times.sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

export const inAll = (count: number) => (calls: number) => calls >= count;

/** Returns whether this many milliseconds are over. */
export function during(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}

/** In milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
