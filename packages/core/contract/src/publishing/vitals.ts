import * as v from 'valibot';
import { moduleKeySchema, moduleVersionSchema } from '../published-names';

/**
 * The Core Web Vitals: Largest Contentful Paint and Interaction to Next Paint, in milliseconds, and Cumulative Layout
 * Shift.
 */
export const vitalNames = ['LCP', 'INP', 'CLS'] as const;

export type VitalName = (typeof vitalNames)[number];

/** The maximum number of visits in a report. */
export const visitsPerVitalsReport = 20;

const visitVitalsSchema = v.object({
  module: moduleKeySchema,
  /** The address of its version: a path of the portal, or an absolute address. */
  address: v.pipe(v.string(), v.maxLength(2048)),
  vitals: v.pipe(
    v.array(
      v.object({ name: v.picklist(vitalNames), value: v.pipe(v.number(), v.minValue(0), v.maxValue(1_000_000)) }),
    ),
    v.minLength(1),
    v.maxLength(vitalNames.length),
  ),
});

export type VisitVitals = v.InferOutput<typeof visitVitalsSchema>;

/** `POST /publishing/vitals` (bearer: an access token) reports the web vitals of visits of modules. */
export const vitalsReportSchema = v.pipe(
  v.array(visitVitalsSchema),
  v.minLength(1),
  v.maxLength(visitsPerVitalsReport),
);

export type VitalsReport = v.InferOutput<typeof vitalsReportSchema>;

/** The value that three of four visits do not exceed, and the number of visits. */
const vitalFigureSchema = v.object({ p75: v.number(), visits: v.number() });

export type VitalFigure = v.InferOutput<typeof vitalFigureSchema>;

/** An entry of `GET /publishing/modules/{module}/vitals`: a version, with the vitals that browsers have reported. */
const versionVitalsSchema = v.object({
  version: moduleVersionSchema,
  vitals: v.object({
    LCP: v.optional(vitalFigureSchema),
    INP: v.optional(vitalFigureSchema),
    CLS: v.optional(vitalFigureSchema),
  }),
});

export const versionVitalsListSchema = v.array(versionVitalsSchema);

export type VersionVitals = v.InferOutput<typeof versionVitalsSchema>;

/**
 * The limits of a good and of a poor value (web.dev/articles/defining-core-web-vitals-thresholds): above the second, it
 * is poor.
 */
const limits: Readonly<Record<VitalName, readonly [good: number, poor: number]>> = {
  LCP: [2_500, 4_000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
};

type VitalRating = 'good' | 'needs-improvement' | 'poor';

/** Rates a value by the limits of its vital. */
export function rateVital(name: VitalName, value: number): VitalRating {
  const [good, poor] = limits[name];
  if (value <= good) return 'good';
  return value <= poor ? 'needs-improvement' : 'poor';
}
