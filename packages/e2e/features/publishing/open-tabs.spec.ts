import { signIn, waitForSignIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { watchTopics } from '../notifications/broker-sockets';
import { openLive } from '../notifications/notification-panel';
import { publishedModule, publishTitled, publishingTest as test, waitForMapWith } from './publishing-test';

/** Time limit for a publication to reach every open tab, in milliseconds. */
const limit = 2_000;

test('every tab gets a publication over one connection: signed-out, public, live and narrow tabs', async ({
  context,
  page,
  portal,
}) => {
  await publishTitled(portal, publishedModule);
  const other = await context.newPage();
  const topics = watchTopics(page, other);

  const expectBothToHear = async () => {
    const published = publishTitled(portal, publishedModule);
    const heard = [page, other].map(async (tab) => {
      await waitForMapWith(tab, published);
      return performance.now();
    });
    await published;
    const start = performance.now();
    for (const time of await Promise.all(heard)) expect(time - start).toBeLessThan(limit);
    await expect.poll(() => topics.connections).toBe(1);
  };

  await test.step('signed out: the sign-in form and a public page', async () => {
    // The map of a sign-in form has only the module that the form leads to.
    await page.goto(`/signin?link=%2F${publishedModule}%2F`);
    await waitForSignIn(page);
    await other.goto(`/${publishedModule}/portal`);
    await expect(other.getByRole('heading', { name: /^Version/ })).toBeVisible();
    await expect.poll(() => topics.has('portico-import-map')).toBe(true);
    await expectBothToHear();
    expect(topics.has('notification-dora@portico.test')).toBe(false);
  });

  await test.step('signed in: a live tab and a narrow one', async () => {
    await other.setViewportSize({ width: 600, height: 800 });
    await signIn(other, 'dora');
    // Without the form: a second sign-in would end the session of the first tab.
    await expect(page.getByRole('heading', { name: /^Version/ })).toBeVisible();
    await openLive(page);
    await expectBothToHear();
  });

  await test.step('after the tab with the connection is closed, the other tab still gets publications', async () => {
    await page.close();
    await expect.poll(() => topics.has('portico-import-map')).toBe(true);
    await waitForMapWith(other, publishTitled(portal, publishedModule));
    await expect.poll(() => topics.connections).toBe(1);
  });
});
