import type { Browser } from '@playwright/test';
import type { Contestant } from '../contestants/contestant';
import { contestantNames } from '../contestants/names';
import type { Metric, Sample } from './metrics';
import { type Speed, visit, withTab } from './open-tab';
import type { Sighting } from './page-probe';

const speeds = [
  { name: 'Line1', isLineSlow: true, slowdown: 1 },
  { name: 'Line8', isLineSlow: true, slowdown: 8 },
  { name: '1', isLineSlow: false, slowdown: 1 },
  { name: '4', isLineSlow: false, slowdown: 4 },
  { name: '8', isLineSlow: false, slowdown: 8 },
] as const;

/** First visits to the sign-in form and to a module, with other network and processor speeds. */
export async function measureAtSpeeds(browser: Browser, contestant: Contestant): Promise<Sample> {
  const measure = (path: string, sighting: Sighting['name'], isSignedIn: boolean, speed: Speed) =>
    withTab(
      browser,
      contestant,
      isSignedIn,
      async (tab) => {
        const start = await visit(tab, contestant.url + path);
        return (await tab.sightings.waitFor(sighting)) - start;
      },
      speed,
    );
  const sample: Partial<Record<Metric, number>> = {};
  for (const { name, ...speed } of speeds) {
    sample[`heading${name}` as const] = await measure('/one/', 'heading', true, speed);
    // No script hydrates the static form.
    if (contestant.name === contestantNames.staticHtml) continue;
    sample[`form${name}` as const] = await measure('/signin', 'form-handled', false, speed);
  }
  return sample;
}
