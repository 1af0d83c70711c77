import type { ModuleObservation } from '@portico/contract';

export type Trace = ModuleObservation['leftovers'][number];

/** What one visit left. */
interface VisitTraces {
  readonly traces: readonly Trace[];
  readonly globals: readonly Trace[];
}

/**
 * Tells what a module leaves at every visit from what a library of it starts once and keeps: only the former grows.
 * A global cannot grow, and is another module's as well, so it always counts as left.
 */
export function compareVisits(visits: readonly VisitTraces[]): { leftovers: Trace[]; kept: Trace[] } {
  const last = visits.length > 1 ? (visits.at(-1)?.traces ?? []) : [];
  const growing = unique(last);
  const keys = new Set(growing.map(getKey));
  const others = unique(visits.flatMap(({ traces }) => traces)).filter((trace) => !keys.has(getKey(trace)));
  return { leftovers: [...growing, ...unique(visits.flatMap(({ globals }) => globals))], kept: others };
}

function unique(traces: readonly Trace[]): Trace[] {
  return [...new Map(traces.map((trace) => [getKey(trace), trace])).values()];
}

function getKey(trace: Trace): string {
  return JSON.stringify(trace);
}
