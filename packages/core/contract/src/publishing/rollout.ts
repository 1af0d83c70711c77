import * as v from 'valibot';
import { moduleVersionSchema } from '../published-names';
import { timeSchema } from '../time';

/** The share of the users who get a version, and how long it lasts at least. The last step of a plan has no time. */
const rolloutStepSchema = v.object({
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  seconds: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** A step of the plan of a rollout. */
export type RolloutStep = v.InferOutput<typeof rolloutStepSchema>;

const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const typedStepSchema = v.pipe(
  v.string(),
  v.regex(/^\s*(?:[1-9]\d?|100)%(?:\/[1-9]\d{0,3}[smhd])?\s*$/, 'plan-malformed'),
  v.transform((typed): RolloutStep => {
    const [share = '', time] = typed.trim().split('/');
    const percent = Number(share.slice(0, -1));
    if (time === undefined) return { percent };
    return { percent, seconds: Number(time.slice(0, -1)) * (secondsOfUnit[time.slice(-1)] ?? 1) };
  }),
);

/**
 * The plan of a rollout that widens itself, such as `5%/10m,25%/1h,100%`: 2 to 10 shares that rise, each with a time in
 * `s`, `m`, `h` or `d` but the last. The messages are codes of errors: `plan-malformed`, `plan-too-long`, `plan-falling`,
 * `plan-without-time`.
 */
export const rolloutPlanSchema = v.pipe(
  v.string(),
  v.maxLength(1000, 'plan-too-long'),
  v.transform((typed) => typed.split(',')),
  v.array(typedStepSchema),
  v.minLength(2, 'plan-malformed'),
  v.maxLength(10, 'plan-too-long'),
  v.check((steps) => steps.every(({ percent }, at) => percent > (steps[at - 1]?.percent ?? 0)), 'plan-falling'),
  v.check((steps) => steps.slice(0, -1).every(({ seconds }) => seconds !== undefined), 'plan-without-time'),
  v.check((steps) => steps.at(-1)?.seconds === undefined, 'plan-malformed'),
);

/** Formats the steps of a plan as `rolloutPlanSchema` reads them. */
export function formatPlan(steps: readonly RolloutStep[]): string {
  return steps
    .map(({ percent, seconds }) => `${percent}%${seconds === undefined ? '' : `/${formatSeconds(seconds)}`}`)
    .join(',');
}

function formatSeconds(seconds: number): string {
  const [unit, size] = Object.entries(secondsOfUnit).findLast(
    ([, size]) => seconds >= size && seconds % size === 0,
  ) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * The users who loaded a version, each once with the result of their latest page: on screen, or failed to load, mount or
 * run.
 */
export const outcomesSchema = v.object({ mounted: count, failed: count });

/** The users who loaded a version, by result. */
export type Outcomes = v.InferOutput<typeof outcomesSchema>;

/**
 * The plan of a canary. `step` is the index of the step that holds now. `next_at` is the earliest time of the next one,
 * absent at the last. `held` says why the plan waits: the portal continues by itself once its reason ends, a person's plan
 * continues by `POST …/continue`.
 */
export const planStatusSchema = v.object({
  steps: v.array(rolloutStepSchema),
  step: count,
  next_at: v.exactOptional(timeSchema),
  held: v.exactOptional(v.object({ by: v.picklist(['portal', 'person']), reason: v.string(), since: timeSchema })),
});

/** The plan of a canary and where it stands. */
export type PlanStatus = v.InferOutput<typeof planStatusSchema>;

/** The automatic rollback of a version, while it is the latest change of its module. */
export const rolledBackSchema = v.object({
  version: v.nullable(moduleVersionSchema),
  at: timeSchema,
  reason: v.string(),
});
