import { axeFindings } from '../../portal/axe';
import { switchLocale, switchTheme } from '../../portal/settings';
import { signIn, startSession, waitForSignIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { signInByApi } from '../../portal/user';

// Without transitions, so that axe checks final colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const signedOut = ['/signin', '/recover', '/smsa/portal', '/smsa/tickets/evaluation'];
const profile = ['personal-data', 'language', 'security', 'update-password', 'notifications'];
const modules = ['/smsa/', '/smsa/tickets/new', '/hrstudium/', '/smsa-dev/', '/welcome/'];
const signedIn = ['/', ...profile.map((section) => `/profile#${section}`), '/404', ...modules];

// Each screen gets both themes, languages and widths; three screens together cover every pair of these.
const looks = [
  [
    { theme: 'light', locale: 'pt', width: 1280 },
    { theme: 'dark', locale: 'en', width: 360 },
  ],
  [
    { theme: 'dark', locale: 'pt', width: 1280 },
    { theme: 'light', locale: 'en', width: 360 },
  ],
  [
    { theme: 'light', locale: 'pt', width: 360 },
    { theme: 'dark', locale: 'en', width: 1280 },
  ],
] as const;

async function expectToFit(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

/**
 * Expects that axe finds nothing on the screen in two combinations, and that nothing is wider than the window in either
 * language.
 */
async function expectAccessible(page: Page, index: number): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  for (const { theme, locale, width } of looks[index % looks.length] ?? []) {
    await test.step(`${theme}, ${locale}, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 740 });
      await switchTheme(page, theme);
      await switchLocale(page, locale === 'pt' ? 'en' : 'pt');
      await expectToFit(page, width);
      await switchLocale(page, locale);
      await expect(page.locator('.portico-loader:visible')).toHaveCount(0);
      expect(await axeFindings(page)).toEqual([]);
      await expectToFit(page, width);
    });
  }
}

/** Visits screens without a page load, and expects each to be accessible. */
async function expectAllAccessible(page: Page, paths: readonly string[]): Promise<void> {
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  for (const [index, path] of paths.entries()) {
    await test.step(path, async () => {
      const before = (await title.textContent()) ?? '';
      await page.evaluate((address) => history.pushState({}, '', address), path);
      const [, fragment] = path.split('#');
      if (fragment) await expect(page.locator(`nav [aria-current=page][href$="#${fragment}"]`)).toBeVisible();
      else if (index > 0) await expect(title).not.toHaveText(before);
      await expectAccessible(page, index);
    });
  }
}

test('axe finds nothing on the signed-out screens', async ({ page }) => {
  await page.goto('/signin');
  await waitForSignIn(page);
  await expectAllAccessible(page, signedOut);
});

test('axe finds nothing on the screens of the shell and of modules, nor in the account menu', async ({ page }) => {
  await signIn(page, 'dora');
  await expectAllAccessible(page, signedIn);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('a keyboard user signs in, opens a module by the switcher, and signs out', async ({ page }) => {
  await page.goto('/signin');
  await waitForSignIn(page);
  await page.getByLabel('E-mail').focus();
  await page.keyboard.type('ana@portico.test');
  await page.getByLabel('Senha', { exact: true }).focus();
  await page.keyboard.type('portico-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();

  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Aplicações' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'HR Studium' })).toBeVisible();
  await page.keyboard.type('hr');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cursos', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveTitle('HR Studium · SMSA');

  await page.getByRole('button', { name: 'Menu da conta' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
});

for (const { path, size, user } of [
  { path: '/smsa/', size: { width: 1280, height: 600 }, user: 'ana' },
  // A window at 400 % zoom, with the choice of language and theme in its footer.
  { path: '/smsa/portal/faq', size: { width: 320, height: 256 }, user: undefined },
] as const) {
  test(`neither the bar nor the footer covers the focused element: ${path}`, async ({ page }) => {
    await page.setViewportSize(size);
    if (user) await startSession(page, user);
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.portico-loader:visible')).toHaveCount(0);
    await page.getByRole('main').focus();
    const reached: string[] = [];
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let isInside = true; isInside; ) {
        await page.keyboard.press(key);
        const { name, isHit, isInMain } = await page.evaluate(readFocus);
        if (isInMain) expect({ key, name, isHit }).toEqual({ key, name, isHit: true });
        if (isInMain) reached.push(name);
        isInside = isInMain;
      }
    }
    expect(reached.length).toBeGreaterThan(8);
  });
}

/** Returns the focused element, and whether a click on its centre hits it. */
function readFocus() {
  const { activeElement: active } = document;
  const { left, top, width, height } = active?.getBoundingClientRect() ?? new DOMRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return {
    name: active?.textContent?.trim() || active?.getAttribute('name') || active?.tagName || '',
    isHit: active?.contains(hit) ?? false,
    isInMain: active?.closest('main') !== null && active?.tagName !== 'MAIN',
  };
}

test('forced colours show the chosen language and theme', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/signin');
  await waitForSignIn(page);
  const selected = await page.evaluate(() => {
    const sample = document.body.appendChild(document.createElement('span'));
    sample.style.cssText = 'background: SelectedItem; forced-color-adjust: none';
    const { backgroundColor } = getComputedStyle(sample);
    sample.remove();
    return backgroundColor;
  });
  const getBackgrounds = (pressed: boolean) =>
    page
      .getByRole('button', { pressed })
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
  expect(await getBackgrounds(true)).toEqual([selected, selected]);
  expect(await getBackgrounds(false)).not.toContain(selected);
});

test('with text at 150 %, long buttons wrap on a phone', async ({ page, portal, user }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const enlargeText = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'));
  // The user can end this second session.
  await signInByApi(portal, user);
  await signIn(page, user, '/profile#security');
  await enlargeText();
  await expect(page.getByRole('button', { name: 'Desconectar todos os outros' })).toBeVisible();
  await expectToFit(page, 360);
  await page.evaluate(() => history.pushState({}, '', '/404'));
  await expect(page.getByRole('link', { name: 'Ir para as suas aplicações' })).toBeVisible();
  await expectToFit(page, 360);
});
