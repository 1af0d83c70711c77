import { expect, test } from '../portal/test';
import { addUser } from '../portal/user';
import { createFirefoxBrowser } from './firefox-browser';
import * as story from './story';

test('a user works through every part of the portal', async ({ page, portal }, { outputDir }) => {
  const browser = createFirefoxBrowser(page);
  await story.tellStory(browser, portal, outputDir);
});

test.describe('a page that is still loading', () => {
  // Firefox logs each file that it stops fetching; the shell logs nothing.
  test.use({ expectedErrors: /^(?!.*\[portico\])/ });

  test('errors during page unload are ignored', async ({ page, portal }) => {
    const user = await addUser(portal);
    const browser = createFirefoxBrowser(page);
    // Only now: otherwise the load of the next page waits for it.
    await page.route(/\/@portico\/realtime\..*\.js/, () => {}, { times: 1 });
    const isAsked = page.waitForRequest(/\/@portico\/realtime\..*\.js/);
    await story.signIn(browser, user);
    await isAsked;
    // The browser ends the requests of a page seconds before the page unloads.
    await page.route('**/profile', async (route) => {
      await page.waitForTimeout(1_500);
      await route.continue();
    });
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
