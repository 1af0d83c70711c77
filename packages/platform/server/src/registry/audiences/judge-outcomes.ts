import type { Outcomes } from '@portico/contract/publishing';

/** The rate of failures of a version that works: connections break, and extensions of browsers disturb. */
const normalRate = 0.005;
/** The lowest rate of failures of a version that fails. */
const failingRate = 0.05;
/** The uses at the normal rate that are assumed of the live version, so that few real ones decide nothing. */
const assumedUses = 200;
/** About one verdict of 100 is wrong. */
const threshold = Math.log(99);
/** A version that fails for 10 % of its users has failed for one of so many with a probability of 99.5 %. */
const enoughUses = 50;

/**
 * Weighs the outcomes of a version against those of the live one: above 0 it rather fails, below 0 it rather works. This
 * is the logarithm of the likelihood ratio of Wald's sequential probability ratio test (1945), so it may be asked after
 * each outcome. A version fails if it does so for 5 % of its users, or twice as often as the live one.
 */
export function weighOutcomes(fresh: Outcomes, live: Outcomes): number {
  const liveRate = (live.failed + normalRate * assumedUses) / (live.mounted + live.failed + assumedUses);
  const normal = Math.min(Math.max(liveRate, normalRate), 0.45);
  const failing = Math.max(failingRate, 2 * normal);
  return fresh.failed * Math.log(failing / normal) + fresh.mounted * Math.log((1 - failing) / (1 - normal));
}

/** Whether a version certainly fails more often than the live one. */
export function isFailing(fresh: Outcomes, live: Outcomes): boolean {
  return weighOutcomes(fresh, live) >= threshold;
}

/** Returns how many users must have loaded a version before it widens: half of those who get it, 50 at most. */
export function countNeededUses(users: number): number {
  return Math.min(enoughUses, Math.floor(users / 2));
}
