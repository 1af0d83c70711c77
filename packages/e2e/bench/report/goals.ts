import { contestantNames } from '../contestants/names';
import type { Metric } from '../measure/metrics';
import { findDifference, findRatio, type Result } from './results';

const { portico, manyApplications, staticHtml, reactBundle, moduleFederation } = contestantNames;

interface Goal {
  readonly metric: Metric;
  readonly of: string;
  /** With it the limit compares with the median of this contestant in the same run; without it, it is a value. */
  readonly than?: string;
  /** How they are compared. */
  readonly by?: 'ratio' | 'difference';
  readonly limit: number;
}

const goals: readonly Goal[] = [
  { metric: 'formVisible', of: portico, than: staticHtml, limit: 1.2 },
  { metric: 'formUsable', of: portico, than: staticHtml, limit: 1.2 },
  { metric: 'formHandled', of: portico, than: moduleFederation, limit: 1 },
  { metric: 'topBarVisible', of: portico, than: staticHtml, limit: 1.3 },
  { metric: 'headingVisible', of: portico, than: moduleFederation, limit: 1 },
  { metric: 'headingWork', of: portico, than: moduleFederation, by: 'difference', limit: 250 },
  { metric: 'headingRequests', of: portico, limit: 12 },
  { metric: 'headingKib', of: portico, limit: 110 },
  { metric: 'quietKib', of: portico, limit: 200 },
  { metric: 'switchTime', of: portico, than: reactBundle, limit: 1.2 },
  { metric: 'heapAfter200', of: portico, limit: 5 },
  { metric: 'heapGrowth', of: portico, limit: 1 },
  { metric: 'topBarVisible', of: manyApplications, than: portico, limit: 1.05 },
  { metric: 'headingVisible', of: manyApplications, than: portico, limit: 1.05 },
  { metric: 'headingKib', of: manyApplications, than: portico, limit: 1.05 },
  { metric: 'quietKib', of: manyApplications, than: portico, limit: 1.05 },
  { metric: 'switchTime', of: manyApplications, than: portico, limit: 1.05 },
];

/** A goal with the ratio, the difference or the value of a run. */
export interface Outcome extends Goal {
  readonly measured: number;
  readonly isReached: boolean;
}

/** Compares the results with the goals whose contestants were measured. */
export function compareWithGoals(results: readonly Result[]): Outcome[] {
  const find = (name: string) => results.find((result) => result.name === name);
  return goals.flatMap((goal) => {
    const { metric, of, than, by = 'ratio', limit } = goal;
    const compare = by === 'ratio' ? findRatio : findDifference;
    const measured = than ? compare(metric, find(of), find(than)) : find(of)?.summaries.get(metric)?.median;
    return measured === undefined ? [] : [{ ...goal, measured, isReached: measured <= limit }];
  });
}
