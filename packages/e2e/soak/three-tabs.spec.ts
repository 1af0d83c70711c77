import { expect, expectStatus, openPanel, type Page, signIn, test } from '../src';

const seconds = 60;

/** The connections to the broker that a page has opened, and how many of them are still open. */
function countSockets(page: Page) {
  const count = { opened: 0, open: 0 };
  page.on('websocket', (socket) => {
    count.opened += 1;
    count.open += 1;
    socket.on('close', () => {
      count.open -= 1;
    });
  });
  return count;
}

test(`three tabs, one of them a duplicate, keep their connections for ${seconds} seconds`, async ({
  context,
  page,
}) => {
  const counts = [countSockets(page)];
  await signIn(page, 'dora');
  const popup = context.waitForEvent('page');
  await page.evaluate(() => void window.open(location.href));
  const duplicate = await popup;
  counts.push(countSockets(duplicate));
  const third = await context.newPage();
  counts.push(countSockets(third));
  await third.goto('/');
  for (const tab of [page, duplicate, third]) {
    await openPanel(tab);
    await expectStatus(tab, 'Ao vivo');
  }
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), seconds * 1_000);
  expect(counts).toEqual(Array.from({ length: 3 }, () => ({ opened: 1, open: 1 })));
});
