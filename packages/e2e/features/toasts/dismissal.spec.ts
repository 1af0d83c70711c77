import { expect, test } from '../../portal/test';
import { measureToast, openPublicModule, showToasts, toastCard, toastRegion, toastRows } from './module-toasts';

const two = [
  { type: 'info', text: 'Um', duration: 60_000 },
  { text: 'Dois', duration: 60_000 },
];

test.describe('with a mouse or a keyboard', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a click does not move the focus; the keyboard moves it to the next toast, and back after the last', {
    tag: '@firefox',
  }, async ({ page, modules }) => {
    await openPublicModule(page, modules);
    await showToasts(page, ...two);
    const note = page.getByLabel('Note');
    await test.step('with clicks', async () => {
      await note.focus();
      await page.getByText('Um', { exact: true }).click();
      await expect(toastCard(page, 'Um')).toHaveCount(0);
      await toastCard(page, 'Dois').getByRole('button', { name: 'Fechar' }).click();
      await expect(toastRows(page)).toHaveCount(0);
      await expect(note).toBeFocused();
    });
    await test.step('with the keyboard, one by one', async () => {
      await showToasts(page, ...two);
      await page.keyboard.press('Alt+KeyT');
      await page.keyboard.press('Tab');
      await expect(toastCard(page, 'Um').getByRole('button', { name: 'Fechar' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(toastCard(page, 'Dois')).toBeFocused();
      await expect(toastCard(page, 'Dois')).toHaveCSS('outline-style', 'solid');
      await page.keyboard.press('Escape');
      await expect(note).toBeFocused();
      await expect(toastRows(page)).toHaveCount(0);
    });
    await test.step('Alt+T moves the focus to the empty toast area, and Escape returns it', async () => {
      await page.keyboard.press('Alt+KeyT');
      await expect(toastRegion(page)).toBeFocused();
      await expect(toastRegion(page).getByText('Nenhuma mensagem')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(note).toBeFocused();
    });
  });

  test('dragging a toast by 80 % of its width to either side closes it, 60 % does not', { tag: '@firefox' }, async ({
    page,
    modules,
  }) => {
    await openPublicModule(page, modules);
    await showToasts(page, ...two);
    const drag = async (text: string, share: number) => {
      const { x, y, width, height } = await measureToast(page, text);
      const start = share > 0 ? x + 20 : x + width - 70;
      await page.mouse.move(start, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(start + (width * share) / 2, y + height / 2);
      await page.mouse.move(start + width * share, y + height / 2);
      await page.mouse.up();
    };
    const before = await measureToast(page, 'Um');
    await drag('Um', 0.6);
    await expect.poll(() => measureToast(page, 'Um')).toEqual(before);
    await drag('Um', 0.82);
    await expect(toastRows(page)).toHaveCount(1);
    await drag('Dois', -0.6);
    await expect.poll(async () => (await measureToast(page, 'Dois')).x).toBe(before.x);
    await drag('Dois', -0.82);
    await expect(toastRows(page)).toHaveCount(0);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a swipe closes a toast, and scrolling over it does not', async ({ page, context, modules }) => {
    await openPublicModule(page, modules);
    await showToasts(page, { text: 'Um', duration: 60_000 });
    const session = await context.newCDPSession(page);
    const swipe = async (dx: number, dy: number) => {
      const { x, y, height } = await measureToast(page, 'Um');
      const at = (part: number) => [{ x: x + 30 + dx * part, y: y + height / 2 + dy * part }];
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const part of [0.1, 0.4, 0.7, 1]) {
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
      }
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(0, 300);
    await swipe(200, 0);
    await expect(toastCard(page, 'Um')).toBeVisible();
    await expect.poll(async () => (await measureToast(page, 'Um')).x).toBe(0);
    await swipe(300, 0);
    await expect(toastRows(page)).toHaveCount(0);
  });
});
