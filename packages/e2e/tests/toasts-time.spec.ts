import {
  closeModalDialog,
  expect,
  openModalDialog,
  openPublicModule,
  type Page,
  showToasts,
  test,
  toastCard,
  toastRegion,
  toastRows,
} from '../src';

/** From now on time passes by `page.clock.runFor` alone. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** Resolves once React has drawn what the events so far have changed: it goes by messages, which the stopped clock lets through. */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // To draw, to tell the effects, and to draw what those change.
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
 * Lets the time pass until the toasts are gone, and tells how many milliseconds of it that took. In small steps, since
 * the browser tells between them, whenever it likes, that a reason to stay has gone.
 */
async function timeToGo(page: Page): Promise<number> {
  let time = 0;
  for (; time < 10_000 && (await toastRows(page).count()) > 0; time += 100) await page.clock.runFor(100);
  return time;
}

// On a public page: a signed-in user has connections that take a clock that jumps for a server that is silent.
test.beforeEach(async ({ page, modules }) => {
  await page.clock.install();
  await openPublicModule(page, modules);
  await stopClock(page);
  await showToasts(page, { text: 'Salvo' });
});

test('a toast stays four seconds, and as long as the pointer is over it', async ({ page }) => {
  await test.step('four seconds', async () => {
    const time = await timeToGo(page);
    // And 300 ms to leave.
    expect(time).toBeGreaterThanOrEqual(4_300);
    expect(time).toBeLessThan(5_000);
  });
  await test.step('as long as the pointer is over it', async () => {
    await showToasts(page, { text: 'Salvo' });
    await page.clock.runFor(2_000);
    await toastCard(page, 'Salvo').hover();
    await untilDrawn(page);
    await page.clock.runFor(20_000);
    await expect(toastCard(page, 'Salvo')).toBeVisible();
    await page.mouse.move(100, 600);
    const time = await timeToGo(page);
    expect(time).toBeGreaterThanOrEqual(2_300);
    expect(time).toBeLessThan(3_500);
  });
  await test.step('no longer, when it was closed under a pointer that is over nothing then', async () => {
    await showToasts(page, { text: 'Salvo' }, { text: 'Outro' });
    await toastCard(page, 'Outro').click();
    await page.clock.runFor(400);
    await expect(toastRows(page)).toHaveCount(1);
    expect(await timeToGo(page)).toBeLessThan(4_500);
  });
});

test('it stays as long as the focus is in the toasts', async ({ page }) => {
  await page.getByLabel('Note').focus();
  await page.keyboard.press('Alt+KeyT');
  await expect(toastRegion(page)).toBeFocused();
  await expect(toastCard(page, 'Salvo')).toHaveCSS('outline-style', 'solid');
  await page.clock.runFor(20_000);
  await expect(toastCard(page, 'Salvo')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Note')).toBeFocused();
  expect(await timeToGo(page)).toBeLessThan(5_500);
});

test('it stays as long as the user is in another window', async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const other = await context.newPage();
  await other.bringToFront();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
  await page.clock.runFor(20_000);
  await expect(toastRows(page)).toHaveCount(1);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await page.bringToFront();
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
  expect(await timeToGo(page)).toBeLessThan(5_500);
});

test('it stays as long as a modal dialog lies over it', async ({ page }) => {
  await openModalDialog(page);
  await page.clock.runFor(20_000);
  await expect(toastRows(page).getByText('Salvo')).toBeVisible();
  await closeModalDialog(page);
  expect(await timeToGo(page)).toBeLessThan(5_500);
});
