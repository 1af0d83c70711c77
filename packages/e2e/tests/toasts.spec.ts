import { axeFindings, expect, exposingModule, type ModuleOrigin, type Page, signIn, test } from '../src';

interface ModuleToast {
  readonly type?: string;
  readonly title?: string;
  readonly text: string;
  readonly duration?: number;
}

const region = (page: Page) => page.getByRole('region', { name: 'Notificações Alt+T' });
const toasts = (page: Page) => region(page).getByRole('listitem');
const card = (page: Page, text: string) => region(page).getByRole('group', { name: text });
const note = (page: Page) => page.getByLabel('Note');

async function openModule(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', exposingModule());
  await signIn(page, 'dora', '/smsa-local/');
  await page.waitForFunction(() => 'portal' in window);
  await region(page).waitFor({ state: 'attached' });
}

async function openPublicModule(page: Page, modules: ModuleOrigin): Promise<void> {
  modules.serves('/module.js', exposingModule());
  await page.goto('/smsa-local/portal');
  await page.waitForFunction(() => 'portal' in window);
  await region(page).waitFor({ state: 'attached' });
}

async function show(page: Page, ...shown: ModuleToast[]): Promise<void> {
  await page.evaluate((list) => {
    for (const toast of list) Reflect.get(window, 'portal').toast(toast);
  }, shown);
  for (const { text } of shown) await expect(card(page, text)).toBeVisible();
}

/** From now on time passes by `page.clock.runFor` alone. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

async function boxOf(page: Page, text: string) {
  const box = await card(page, text).boundingBox();
  if (!box) throw new Error(`There is no toast "${text}".`);
  return box;
}

test.describe('where they are', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [width, cardWidth, margin] of [
    [1280, 320, 16],
    [481, 320, 16],
    [480, 480, 0],
    [360, 360, 0],
    [320, 320, 0],
  ] as const) {
    test(`top right under the top bar, ${cardWidth} px wide in a window of ${width} px, 12 px apart`, async ({
      page,
      modules,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      await openModule(page, modules);
      await show(page, { text: 'Um' }, { type: 'error', title: 'Dois', text: 'w'.repeat(300), duration: 60_000 });
      const first = await boxOf(page, 'Um');
      const second = await boxOf(page, 'Dois');
      const bar = await page.getByRole('banner').boundingBox();
      expect(first.width).toBe(cardWidth);
      expect(first.x + first.width).toBe(width - margin);
      expect(first.y).toBeGreaterThanOrEqual((bar?.height ?? Number.NaN) + 8);
      expect(second.y - (first.y + first.height)).toBe(12);
      const lines = await card(page, 'Dois')
        .getByText('www')
        .evaluate((text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight));
      expect(Math.round(lines)).toBe(3);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }

  test('above an open menu', async ({ page, modules }) => {
    await openModule(page, modules);
    await page.getByRole('button', { name: 'Menu da conta' }).click();
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
    await show(page, { text: 'Em cima' });
    const { x, y, width, height } = await boxOf(page, 'Em cima');
    const isOnTop = await card(page, 'Em cima').evaluate(
      (element, [left, top]) => element.contains(document.elementFromPoint(left ?? 0, top ?? 0)),
      [x + width / 2, y + height / 2],
    );
    expect(isOnTop).toBe(true);
  });

  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      test(`axe finds nothing: ${theme}, ${width} px`, async ({ page, modules }) => {
        await page.setViewportSize({ width, height: 740 });
        await page.addInitScript((value) => localStorage.setItem('portico:theme', value), theme);
        await openModule(page, modules);
        const types = ['default', 'success', 'error', 'warning'];
        await show(page, ...types.map((type) => ({ type, title: type, text: `Texto ${type}`, duration: 60_000 })));
        expect(await axeFindings(page)).toEqual([]);
      });
    }
  }
});

test.describe('how long they stay', () => {
  // On a public page: a signed-in user has connections that take a clock that jumps for a server that is silent.
  test.beforeEach(async ({ page, modules }) => {
    await page.clock.install();
    await openPublicModule(page, modules);
    await stopClock(page);
    await show(page, { text: 'Salvo' });
  });

  test('four seconds', async ({ page }) => {
    await page.clock.runFor(3_900);
    await expect(card(page, 'Salvo')).toBeVisible();
    await page.clock.runFor(200);
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('as long as the pointer is over them', async ({ page }) => {
    await page.clock.runFor(2_000);
    await card(page, 'Salvo').hover();
    await page.clock.runFor(20_000);
    await expect(card(page, 'Salvo')).toBeVisible();
    await page.mouse.move(100, 600);
    await page.clock.runFor(1_900);
    await expect(card(page, 'Salvo')).toBeVisible();
    await page.clock.runFor(300);
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('on, when the one under the pointer was closed and the pointer is over nothing', async ({ page }) => {
    await show(page, { text: 'Outro' });
    await card(page, 'Outro').click();
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(3_800);
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('as long as the focus is in them', async ({ page }) => {
    await note(page).focus();
    await page.keyboard.press('Alt+KeyT');
    await expect(region(page)).toBeFocused();
    await expect(card(page, 'Salvo')).toHaveCSS('outline-style', 'solid');
    await page.clock.runFor(20_000);
    await expect(card(page, 'Salvo')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(note(page)).toBeFocused();
    await page.clock.runFor(4_100);
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('as long as the user is in another window', async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    const other = await context.newPage();
    await other.bringToFront();
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false);
    await page.clock.runFor(20_000);
    await expect(toasts(page)).toHaveCount(1);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await page.bringToFront();
    await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(true);
    await page.clock.runFor(4_100);
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(0);
  });

  test('as long as a modal dialog lies over them', async ({ page }) => {
    await page.evaluate(() => {
      const dialog = document.createElement('dialog');
      dialog.innerHTML = '<button>Fechar o diálogo</button>';
      dialog.onclick = () => dialog.close();
      document.querySelector('main')?.append(dialog);
      dialog.showModal();
    });
    await page.clock.runFor(20_000);
    await expect(toasts(page).getByText('Salvo')).toBeVisible();
    await page.getByRole('button', { name: 'Fechar o diálogo' }).click();
    await page.clock.runFor(4_100);
    await page.clock.runFor(400);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('they do not cover a modal dialog, and are back when it has closed', async ({ page, modules }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await openModule(page, modules);
  await show(page, ...['Um', 'Dois', 'Três'].map((text) => ({ text, duration: 60_000 })));
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.textContent = 'Pergunta';
    document.querySelector('main')?.append(dialog);
    dialog.showModal();
  });
  await expect(page.getByText('Um', { exact: true })).toBeHidden();
  await page.evaluate(() => document.querySelector('dialog')?.close());
  await expect(card(page, 'Um')).toBeVisible();
  await expect(card(page, 'Três')).toBeVisible();
});

test.describe('how they are closed', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test.beforeEach(async ({ page, modules }) => {
    await openModule(page, modules);
    await show(page, { text: 'Um', duration: 60_000 }, { text: 'Dois', duration: 60_000 });
  });

  test('by a click, which takes the focus from nowhere', async ({ page }) => {
    await note(page).focus();
    await page.getByText('Um', { exact: true }).click();
    await expect(card(page, 'Um')).toHaveCount(0);
    await card(page, 'Dois').getByRole('button', { name: 'Fechar' }).click();
    await expect(toasts(page)).toHaveCount(0);
    await expect(note(page)).toBeFocused();
  });

  test('by the keyboard alone: the focus goes to the next one, and after the last back', async ({ page }) => {
    await note(page).focus();
    await page.keyboard.press('Alt+KeyT');
    await page.keyboard.press('Tab');
    await expect(card(page, 'Um').getByRole('button', { name: 'Fechar' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card(page, 'Dois')).toBeFocused();
    await expect(card(page, 'Dois')).toHaveCSS('outline-style', 'solid');
    await page.keyboard.press('Escape');
    await expect(note(page)).toBeFocused();
    await expect(toasts(page)).toHaveCount(0);
  });

  test('by dragging one 80 % of its width to either side, not 60 %', async ({ page }) => {
    const drag = async (text: string, share: number) => {
      const { x, y, width, height } = await boxOf(page, text);
      const start = share > 0 ? x + 20 : x + width - 70;
      await page.mouse.move(start, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(start + (width * share) / 2, y + height / 2);
      await page.mouse.move(start + width * share, y + height / 2);
      await page.mouse.up();
    };
    const before = await boxOf(page, 'Um');
    await drag('Um', 0.6);
    await expect.poll(() => boxOf(page, 'Um')).toEqual(before);
    await drag('Um', 0.82);
    await expect(toasts(page)).toHaveCount(1);
    await drag('Dois', -0.6);
    await expect.poll(async () => (await boxOf(page, 'Dois')).x).toBe(before.x);
    await drag('Dois', -0.82);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test('a toast is swiped away, and stays when it is scrolled over', async ({ page, context, modules }) => {
    await openModule(page, modules);
    await show(page, { text: 'Um', duration: 60_000 });
    const session = await context.newCDPSession(page);
    const swipe = async (dx: number, dy: number) => {
      const { x, y, height } = await boxOf(page, 'Um');
      const at = (part: number) => [{ x: x + 30 + dx * part, y: y + height / 2 + dy * part }];
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const part of [0.1, 0.4, 0.7, 1]) {
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
      }
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(0, 300);
    await swipe(200, 0);
    await expect(card(page, 'Um')).toBeVisible();
    await expect.poll(async () => (await boxOf(page, 'Um')).x).toBe(0);
    await swipe(300, 0);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('each is announced once, urgent ones at once, and what comes under a modal dialog after it', async ({
  page,
  modules,
}) => {
  await openModule(page, modules);
  await page.evaluate(() => {
    const said: string[] = [];
    for (const announcer of document.querySelectorAll('#portico-overlay [aria-live]')) {
      new MutationObserver((records) => {
        for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
          said.push(`${announcer.getAttribute('aria-live')}: ${node.textContent}`);
        }
      }).observe(announcer, { childList: true, subtree: true, characterData: true });
    }
    Object.assign(window, { said });
  });
  const said = () => page.evaluate(() => Reflect.get(window, 'said'));
  await show(page, { type: 'success', text: 'Salvo.' }, { type: 'error', title: 'Chamado 42', text: 'Não salvo' });
  await expect.poll(said).toEqual(['polite: Sucesso. Salvo.', 'assertive: Erro. Chamado 42. Não salvo.']);
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    document.querySelector('main')?.append(dialog);
    dialog.showModal();
    Reflect.get(window, 'portal').toast({ text: 'Depois' });
  });
  await expect(toasts(page).getByText('Depois')).toBeVisible();
  expect(await said()).toHaveLength(2);
  await page.evaluate(() => document.querySelector('dialog')?.close());
  await expect.poll(said).toHaveLength(3);
  await expect(toasts(page)).toHaveCount(0);
  expect(await said()).toHaveLength(3);
});

test('Alt+T leads there when there is none, and Escape back', async ({ page, modules }) => {
  await openModule(page, modules);
  await note(page).focus();
  await page.keyboard.press('Alt+KeyT');
  await expect(region(page)).toBeFocused();
  await expect(region(page).getByText('Nenhuma mensagem')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(note(page)).toBeFocused();
});

test('those of a user are gone when she has signed out', async ({ page, modules }) => {
  await openModule(page, modules);
  await show(page, { text: 'Dela', duration: 60_000 });
  await page.getByRole('button', { name: 'Menu da conta' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page.getByText('Dela')).toHaveCount(0);
  await signIn(page, 'dora', '/smsa-local/');
  await expect(toasts(page)).toHaveCount(0);
});

test('a module on a public page has them, too', async ({ page, modules }) => {
  await openPublicModule(page, modules);
  await show(page, { type: 'info', text: 'Bem-vindo' });
});

test.describe('a module', () => {
  test.use({ expectedErrors: /\[portico\] @module\/smsa-local: TypeError: This is not a toast: text: / });

  test('shows no markup, and has a malformed toast reported', async ({ page, modules }) => {
    await openModule(page, modules);
    const reported = page.waitForEvent('console', (message) => message.text().includes('This is not a toast'));
    await page.evaluate(() => Reflect.get(window, 'portal').toast({ text: 42 }));
    await reported;
    await show(page, { text: '<img src=x onerror=alert(1)>' });
    await expect(region(page).getByRole('img')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Exposed' })).toBeVisible();
  });
});
