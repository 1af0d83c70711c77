import type { VitalFigure, VitalName } from '@portico/contract/publishing';

/** Bands are a tenth wide, so a value is off by at most a twentieth. CLS has small values. */
const bandsPerUnit = 10;
const scales: Readonly<Record<VitalName, number>> = { LCP: 1, INP: 1, CLS: 1000 };

/** Returns the number of the band that a value is counted in. */
export function findBand(name: VitalName, value: number): number {
  return Math.round(Math.log1p(value * scales[name]) * bandsPerUnit);
}

/** The visits with a value in a band. */
interface BandCount {
  readonly band: number;
  readonly visits: number;
}

/** Computes the value that three of four visits do not exceed; `undefined` without visits. */
export function computeFigure(name: VitalName, counts: readonly BandCount[]): VitalFigure | undefined {
  const visits = counts.reduce((sum, each) => sum + each.visits, 0);
  let below = 0;
  const found = [...counts]
    .sort((one, other) => one.band - other.band)
    .find((each) => {
      below += each.visits;
      return below >= visits * 0.75;
    });
  if (visits === 0 || found === undefined) return undefined;
  const value = Math.expm1(found.band / bandsPerUnit) / scales[name];
  return { p75: name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value), visits };
}
