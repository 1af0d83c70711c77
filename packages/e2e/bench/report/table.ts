import { contestantNames } from '../contestants/names';
import { type Metric, metrics } from '../measure/metrics';
import type { Summary } from '../measure/statistics';
import { formatValue } from './format-value';
import { compareWithGoals } from './goals';
import { renderTable } from './render-table';
import { findRatio, metricNames, type Result } from './results';

/** Medians, with the range where the values differ. */
export function renderMedians(results: readonly Result[]): string {
  const rows = metricNames.map((metric) => [
    nameMetric(metric),
    ...results.map(({ summaries }) => formatSummary(metric, summaries.get(metric))),
  ]);
  return renderTable(['', ...results.map(({ name }) => name)], rows);
}

/** The ratios of Portico's medians to those of the floors. */
export function renderRatios(results: readonly Result[]): string {
  const portico = results.find(({ name }) => name === contestantNames.portico);
  const many = results.find(({ name }) => name === contestantNames.manyApplications);
  const floors = results.filter((result) => result !== portico && result !== many);
  const rows = metricNames.map((metric) => [
    metrics[metric].title,
    ...floors.map((floor) => formatRatio(findRatio(metric, portico, floor))),
    formatRatio(findRatio(metric, many, portico)),
  ]);
  return renderTable(['', ...floors.map(({ name }) => `Portico / ${name}`), '500 applications / 3'], rows);
}

/** The goals, each with the result of the run. */
export function renderGoals(results: readonly Result[]): string {
  const rows = compareWithGoals(results).map(({ metric, of, than, limit, measured, isReached }) => [
    than ? metrics[metric].title : nameMetric(metric),
    than ? `${of} / ${than}` : of,
    `≤ ${limit}`,
    than ? measured.toFixed(2) : formatValue(metric, measured),
    isReached ? 'yes' : 'no',
  ]);
  return renderTable(['goal', 'of', 'at most', 'measured', 'reached'], rows);
}

function nameMetric(metric: Metric): string {
  const { title, unit } = metrics[metric];
  return unit === 'ms' || unit === 'MiB' ? `${title}, ${unit}` : title;
}

function formatSummary(metric: Metric, summary: Summary | undefined): string {
  if (!summary) return '–';
  const [middle, min, max] = [summary.median, summary.min, summary.max].map((value) => formatValue(metric, value));
  return min === max ? `${middle}` : `${middle} (${min}–${max})`;
}

function formatRatio(ratio: number | undefined): string {
  return ratio === undefined ? '–' : ratio.toFixed(2);
}
