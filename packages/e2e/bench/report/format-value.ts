import { type Metric, metrics } from '../measure/metrics';

/** Rounds a value to the precision of its unit, without the unit. */
export function formatValue(metric: Metric, value: number): string {
  const { unit } = metrics[metric];
  if (unit === 'MiB') return value.toFixed(1);
  if (unit === 'KiB') return value < 10 ? value.toFixed(1) : value.toFixed(0);
  return value.toFixed(0);
}
