import { expect, type Page, test } from '../../portal/test';
import { closeModalDialog, openModalDialog, openPublicModule, showToasts, toastCard, toastRows } from './module-toasts';

/** Stops the clock: only `page.clock.runFor` advances it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/**
 * Resolves once React has rendered the changes of all events so far. React schedules by messages, which the stopped
 * clock does not hold back.
 */
async function waitForRender(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // One to render, one to run effects, and one to render their changes.
    for (let round = 0; round < 3; round += 1) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      });
    }
  });
}

/**
 * Advances the clock until the toasts are gone, and returns the milliseconds. The steps are small, because the browser
 * reports between them, at an unknown time, that a reason to stay has ended.
 */
async function timeToGo(page: Page): Promise<number> {
  let time = 0;
  for (; time < 10_000 && (await toastRows(page).count()) > 0; time += 100) await page.clock.runFor(100);
  return time;
}

test('a toast of a module stays five seconds, and as long as the pointer is over it or a modal dialog covers it', async ({
  page,
  modules,
}) => {
  await page.clock.install();
  // A public page: with a signed-in user, connections time out when the clock jumps.
  await openPublicModule(page, modules);
  await stopClock(page);
  await showToasts(page, { text: 'Salvo' });
  await test.step('five seconds', async () => {
    const time = await timeToGo(page);
    // 300 ms of it to leave.
    expect(time).toBeGreaterThanOrEqual(5_300);
    expect(time).toBeLessThan(6_000);
  });
  await test.step('while the pointer is over it', async () => {
    await showToasts(page, { text: 'Salvo' });
    await page.clock.runFor(2_000);
    await toastCard(page, 'Salvo').hover();
    await waitForRender(page);
    await page.clock.runFor(20_000);
    await expect(toastCard(page, 'Salvo')).toBeVisible();
    await page.mouse.move(100, 600);
    const time = await timeToGo(page);
    expect(time).toBeGreaterThanOrEqual(3_300);
    expect(time).toBeLessThan(4_500);
  });
  await test.step('not after a toast is closed under the pointer', async () => {
    await showToasts(page, { text: 'Salvo' }, { text: 'Outro' });
    await toastCard(page, 'Outro').click();
    await page.clock.runFor(400);
    await expect(toastRows(page)).toHaveCount(1);
    expect(await timeToGo(page)).toBeLessThan(5_500);
  });
  await test.step('while a modal dialog covers it', async () => {
    await showToasts(page, { text: 'Salvo' });
    await openModalDialog(page);
    await page.clock.runFor(20_000);
    await expect(toastRows(page).getByText('Salvo')).toBeVisible();
    await closeModalDialog(page);
    expect(await timeToGo(page)).toBeLessThan(6_000);
  });
});
