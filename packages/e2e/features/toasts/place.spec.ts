import type { Locator } from '@playwright/test';
import { axeFindings } from '../../portal/axe';
import { switchTheme } from '../../portal/settings';
import { expect, type Page, test } from '../../portal/test';
import { openPanel, panel } from '../notifications/notification-panel';
import {
  closeModalDialog,
  measureToast,
  openModalDialog,
  openPublicModule,
  openSignedInModule,
  showToasts,
  toastCard,
} from './module-toasts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('toasts are at the top right under the top bar, 12 px apart, as wide as a narrow window', {
  tag: '@firefox',
}, async ({ page, modules }) => {
  await openPublicModule(page, modules);
  await showToasts(
    page,
    { text: 'Um', duration: 60_000 },
    { type: 'error', title: 'Dois', text: 'w'.repeat(300), duration: 60_000 },
  );
  for (const [width, cardWidth, margin] of [
    [1280, 320, 16],
    [481, 320, 16],
    [480, 480, 0],
    [360, 360, 0],
    [320, 320, 0],
  ] as const) {
    await test.step(`${cardWidth} px wide in a window of ${width} px`, async () => {
      await page.setViewportSize({ width, height: 740 });
      const first = await measureToast(page, 'Um');
      const second = await measureToast(page, 'Dois');
      const bar = await page.getByRole('banner').boundingBox();
      expect(first.width).toBe(cardWidth);
      expect(first.x + first.width).toBe(width - margin);
      expect(first.y).toBeGreaterThanOrEqual((bar?.height ?? Number.NaN) + 8);
      expect(second.y - (first.y + first.height)).toBe(12);
      const lines = await toastCard(page, 'Dois')
        .getByText('www')
        .evaluate((text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight));
      expect(Math.round(lines)).toBe(3);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
});

test('toasts are above an open menu, and beside the open notification panel where there is room', async ({
  page,
  modules,
}) => {
  await openSignedInModule(page, modules);
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await expect(page.getByRole('menuitem', { name: 'Encerrar sessão' })).toBeVisible();
  await showToasts(page, { text: 'Em cima' });
  const { x, y, width, height } = await measureToast(page, 'Em cima');
  const isOnTop = await toastCard(page, 'Em cima').evaluate(
    (element, [left, top]) => element.contains(document.elementFromPoint(left ?? 0, top ?? 0)),
    [x + width / 2, y + height / 2],
  );
  expect(isOnTop).toBe(true);
  await toastCard(page, 'Em cima').click();
  await page.keyboard.press('Escape');
  await expectBesidePanel(page);
});

/** Expects that a toast is beside or below the notification panel, and leaves the panel open. */
async function expectBesidePanel(page: Page): Promise<void> {
  await showToasts(page, { text: 'Ao lado', duration: 60_000 });
  await openPanel(page);
  const { x, width } = await measureToast(page, 'Ao lado');
  expect(x).toBeGreaterThan(0);
  // The panel replaces the frame of its loading state.
  await expect.poll(async () => (await panel(page).boundingBox())?.x).toBe(x + width + 16);
  await test.step('on the other side in languages read from right to left', async () => {
    await page.evaluate(() => void document.documentElement.setAttribute('dir', 'rtl'));
    const getDistance = async () => {
      const { x: start, width: panelWidth } = (await panel(page).boundingBox()) ?? { x: 0, width: 0 };
      return (await measureToast(page, 'Ao lado')).x - (start + panelWidth);
    };
    await expect.poll(getDistance).toBe(16);
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  });
  for (const width of [768, 360]) {
    await test.step(`below it in a window of ${width} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      await expect
        .poll(async () => (await measureToast(page, 'Ao lado')).y - (await getBottom(panel(page))))
        .toBeGreaterThan(0);
      expect(await getBottom(toastCard(page, 'Ao lado'))).toBeLessThanOrEqual(640);
    });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await toastCard(page, 'Ao lado').getByRole('button', { name: 'Fechar' }).click();
  await expect(toastCard(page, 'Ao lado')).toBeHidden();
  await expect(panel(page)).toBeVisible();
  await showToasts(page, { text: 'De volta', duration: 60_000 });
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await measureToast(page, 'De volta')).x).toBe(1280 - 16 - width);
}

test('toasts do not cover a modal dialog, and return when it closes', { tag: '@firefox' }, async ({
  page,
  modules,
}) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await openPublicModule(page, modules);
  await showToasts(page, ...['Um', 'Dois', 'Três'].map((text) => ({ text, duration: 60_000 })));
  await openModalDialog(page);
  await expect(page.getByText('Um', { exact: true })).toBeHidden();
  await closeModalDialog(page);
  await expect(toastCard(page, 'Um')).toBeVisible();
  await expect(toastCard(page, 'Três')).toBeVisible();
});

test('axe finds nothing in toasts of any kind', async ({ page, modules }) => {
  await openSignedInModule(page, modules);
  for (const types of [
    ['default', 'info', 'success'],
    ['error', 'warning'],
  ]) {
    await showToasts(page, ...types.map((type) => ({ type, title: type, text: `Texto ${type}`, duration: 60_000 })));
    for (const [theme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const) {
      await test.step(`${types}: ${theme}, ${width} px`, async () => {
        await page.setViewportSize({ width, height: 740 });
        await switchTheme(page, theme);
        expect(await axeFindings(page)).toEqual([]);
      });
    }
    for (const type of types) await toastCard(page, type).getByRole('button', { name: 'Fechar' }).click();
  }
});

/** The edges of an element in the window, in pixels. */
async function getBottom(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.NaN;
}
