import type { Browser } from '@playwright/test';
import type { Contestant } from '../contestants/contestant';
import type { Sample } from './metrics';
import { visit, withTab } from './open-tab';

/** A first visit to the sign-in form, without a session and without a cache. */
export function measureSignIn(browser: Browser, contestant: Contestant): Promise<Sample> {
  return withTab(browser, contestant, false, async (tab) => {
    const start = await visit(tab, `${contestant.url}/signin`);
    const usable = await tab.sightings.waitFor('form-usable');
    await tab.network.untilQuiet();
    const visible = tab.sightings.find('form-visible') ?? usable;
    const handled = tab.sightings.find('form-handled');
    const first = tab.network.until(usable);
    const all = tab.network.until(Number.POSITIVE_INFINITY);
    return {
      formVisible: visible - start,
      formUsable: usable - start,
      formHandled: handled && handled - start,
      formRequests: first.requests,
      formKib: first.bytes / 1024,
      formQuietRequests: all.requests,
      formQuietKib: all.bytes / 1024,
    };
  });
}
