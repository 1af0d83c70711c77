import { type Metric, metrics, type Sample } from '../measure/metrics';
import { type Summary, summarize } from '../measure/statistics';

/** The summaries of one contestant, without the metrics that it lacks. */
export interface Result {
  readonly name: string;
  readonly summaries: ReadonlyMap<Metric, Summary>;
}

/** All metrics, in the order of the report. */
export const metricNames = Object.keys(metrics) as Metric[];

/** Summarizes all visits of one contestant. */
export function summarizeSamples(name: string, samples: readonly Sample[]): Result {
  const summaries = new Map<Metric, Summary>();
  for (const metric of metricNames) {
    const values = samples.map((sample) => sample[metric]).filter((value) => value !== undefined);
    if (values.length > 0) summaries.set(metric, summarize(values));
  }
  return { name, summaries };
}

/** The ratio of two medians; `undefined` if either is missing. */
export function findRatio(metric: Metric, one: Result | undefined, other: Result | undefined): number | undefined {
  const [value, base] = [one, other].map((result) => result?.summaries.get(metric)?.median);
  return value === undefined || !base ? undefined : value / base;
}
