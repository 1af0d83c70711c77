import { contestantNames } from '../contestants/names';
import type { Metric } from '../measure/metrics';
import { findRatio, type Result } from './results';

const { portico, manyApplications, reactBundle, moduleFederation } = contestantNames;

interface Goal {
  readonly metric: Metric;
  readonly of: string;
  /** If set, the limit is a ratio to the median of this contestant in the same run; otherwise it is a value. */
  readonly than?: string;
  readonly limit: number;
}

const headings = ['headingVisible', 'headingLine1', 'headingLine8', 'heading1', 'heading4', 'heading8'] as const;

const goals: readonly Goal[] = [
  { metric: 'formVisible', of: portico, than: moduleFederation, limit: 0.8 },
  { metric: 'formHandled', of: portico, than: moduleFederation, limit: 1.2 },
  ...headings.map((metric): Goal => ({ metric, of: portico, than: moduleFederation, limit: 1 })),
  { metric: 'headingKib', of: portico, limit: 135 },
  { metric: 'quietKib', of: portico, limit: 270 },
  { metric: 'switchTime', of: portico, than: reactBundle, limit: 1.3 },
  { metric: 'heapAfter200', of: portico, limit: 6 },
  { metric: 'heapGrowth', of: portico, limit: 2 },
  ...(['topBarVisible', 'headingVisible', 'headingKib', 'quietKib', 'switchTime'] as const).map(
    (metric): Goal => ({ metric, of: manyApplications, than: portico, limit: 1.1 }),
  ),
];

/** A goal with the ratio or value of one run. */
export interface Outcome extends Goal {
  readonly measured: number;
  readonly isReached: boolean;
}

/** Compares the results with the goals whose contestants were measured. */
export function compareWithGoals(results: readonly Result[]): Outcome[] {
  const find = (name: string) => results.find((result) => result.name === name);
  return goals.flatMap((goal) => {
    const { metric, of, than, limit } = goal;
    const measured = than ? findRatio(metric, find(of), find(than)) : find(of)?.summaries.get(metric)?.median;
    return measured === undefined ? [] : [{ ...goal, measured, isReached: measured <= limit }];
  });
}
