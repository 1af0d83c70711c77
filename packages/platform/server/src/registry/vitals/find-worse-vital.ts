import { rateVital, type VersionVitals, type VitalName, vitalNames } from '@portico/contract/publishing';

/** With fewer visits, a slow device or network decides. */
const enoughVisits = 50;
/** Visits differ by devices and networks, and bands are a tenth wide. */
const tolerance = 1.25;

type Vitals = VersionVitals['vitals'];

/**
 * Finds a web vital of a version that is clearly worse than that of the live one: by a quarter, and with a worse rating.
 */
export function findWorseVital(fresh: Vitals, live: Vitals): VitalName | undefined {
  return vitalNames.find((name) => {
    const [one, other] = [fresh[name], live[name]];
    if (!one || !other || Math.min(one.visits, other.visits) < enoughVisits) return false;
    // Ratings in the order of the alphabet are those from good to poor.
    return one.p75 > other.p75 * tolerance && rateVital(name, one.p75) > rateVital(name, other.p75);
  });
}
