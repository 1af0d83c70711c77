import { isInAudience } from '../live-map/resolve-module';
import { countNeededUses, isFailing, weighOutcomes } from './judge-outcomes';

const none = { mounted: 0, failed: 0 };

test('a handful of failures suffices while the live version has none', () => {
  expect(isFailing({ mounted: 30, failed: 3 }, none)).toBe(true);
  expect(isFailing({ mounted: 30, failed: 3 }, { mounted: 5000, failed: 0 })).toBe(true);
  expect(isFailing({ mounted: 30, failed: 1 }, none)).toBe(false);
  expect(isFailing({ mounted: 1000, failed: 3 }, none)).toBe(false);
});

test('failures that the live version has too are nobody’s fault', () => {
  expect(isFailing({ mounted: 80, failed: 20 }, { mounted: 800, failed: 200 })).toBe(false);
  expect(isFailing({ mounted: 50, failed: 50 }, { mounted: 800, failed: 200 })).toBe(true);
  // One failure of the live version says little.
  expect(isFailing({ mounted: 30, failed: 4 }, { mounted: 1, failed: 1 })).toBe(true);
  // All of them fail: the version cannot be worse.
  expect(isFailing({ mounted: 0, failed: 100 }, { mounted: 0, failed: 100_000 })).toBe(true);
  expect(isFailing({ mounted: 10, failed: 90 }, { mounted: 0, failed: 100_000 })).toBe(true);
});

test('one failure weighs until fifty users have none', () => {
  expect(weighOutcomes({ mounted: 20, failed: 1 }, none)).toBeGreaterThan(0);
  expect(weighOutcomes({ mounted: 60, failed: 1 }, none)).toBeLessThan(0);
  expect(weighOutcomes(none, none)).toBe(0);
});

test('half of the users who get a version must have loaded it, 50 at most', () => {
  expect([0, 1, 2, 10, 100, 5000].map(countNeededUses)).toEqual([0, 0, 1, 5, 50, 50]);
});

/** A generator of numbers from 0 to 1 (mulberry32), the same for each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const allUsers = 10_000;
/** The users in a canary of 5 %, by cohort. */
const freshUsers = new Set(
  Array.from({ length: allUsers }, (_, cohort) => cohort).filter((cohort) =>
    isInAudience({ percent: 5 }, 'orders', { cohort }),
  ),
);

/**
 * Simulates the first ten minutes of the plan 5%/10m, or until it is rolled back: each user opens the application every
 * five minutes. A failure is reported after two seconds, and all pages have the version before one second later.
 * @returns how many users loaded the version, and when the last one did, in seconds
 */
function simulate(seed: number, rates: { readonly fresh: number; readonly live: number }) {
  const random = createRandom(seed);
  const counts = { fresh: { mounted: 0, failed: 0 }, live: { mounted: 0, failed: 0 } };
  const seen = new Set<number>();
  const reports: { readonly at: number; readonly kind: keyof typeof rates; readonly hasFailed: boolean }[] = [];
  let [reached, last, end] = [0, 0, Number.POSITIVE_INFINITY];
  for (let at = 0; at < Math.min(end, 600); at += (-Math.log(1 - random()) * 300) / allUsers) {
    for (let due = reports[0]; due !== undefined && due.at <= at; due = reports[0]) {
      reports.shift();
      counts[due.kind][due.hasFailed ? 'failed' : 'mounted'] += 1;
      const isRolledBack = due.hasFailed && counts.fresh.failed >= 3 && isFailing(counts.fresh, counts.live);
      if (isRolledBack) end = Math.min(end, due.at + 1);
    }
    const user = Math.floor(random() * allUsers);
    if (seen.has(user)) continue;
    seen.add(user);
    const kind = freshUsers.has(user) ? 'fresh' : 'live';
    reports.push({ at: at + 2, kind, hasFailed: random() < rates[kind] });
    if (kind === 'fresh') [reached, last] = [reached + 1, at];
  }
  return { reached, last, isRolledBack: end < Number.POSITIVE_INFINITY };
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test('a version that fails in 10 % of its uses reaches at most 1 % of 10,000 users and is gone within 60 s', () => {
  const runs = seeds.map((seed) => simulate(seed, { fresh: 0.1, live: 0.001 }));
  expect(runs.filter(({ isRolledBack }) => !isRolledBack)).toEqual([]);
  const isLate = ({ last, reached }: (typeof runs)[number]) => last > 60 || reached > allUsers / 100;
  // About one verdict of 100 takes longer.
  expect(runs.filter(isLate).length).toBeLessThanOrEqual(seeds.length / 100);
});

test.each([0.001, 0.005, 0.02, 0.1])(
  'a version that fails as rarely as the live one, at a rate of %d, stays',
  (rate) => {
    const runs = seeds.slice(0, 50).map((seed) => simulate(seed, { fresh: rate, live: rate }));
    const [kept, rolledBack] = [false, true].map((is) => runs.filter(({ isRolledBack }) => isRolledBack === is));
    expect(rolledBack?.length).toBeLessThanOrEqual(2);
    expect(kept?.every(({ reached }) => reached > 300)).toBe(true);
  },
);
