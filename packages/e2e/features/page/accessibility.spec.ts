import { axeFindings } from '../../portal/axe';
import { switchLocale, switchTheme } from '../../portal/settings';
import { signIn, waitForSignIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

// Colours are checked as they are, not half-way through a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const signedOut = ['/signin', '/recover', '/smsa/portal', '/smsa/tickets/evaluation'];
const profile = ['personal-data', 'language', 'security', 'update-password', 'notifications'];
const signedIn = ['/', ...profile.map((section) => `/profile#${section}`), '/404'];
const modules = ['/smsa/', '/smsa/tickets/new', '/hrstudium/', '/smsa-dev/', '/welcome/'];

// Each screen in both themes, languages and widths; three screens in every pair of these.
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
 * Expects that axe finds nothing on the screen in two looks, and that nothing is wider than the window in either
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

test('axe finds nothing on the signed-out screens', async ({ page }) => {
  for (const [index, path] of signedOut.entries()) {
    await test.step(path, async () => {
      await page.goto(path);
      if (path === '/signin') await waitForSignIn(page);
      await expectAccessible(page, index);
    });
  }
});

for (const [name, paths] of [
  ['the screens of the shell', signedIn],
  ['the modules', modules],
] as const) {
  test(`axe finds nothing on ${name}, nor in the account menu`, async ({ page }) => {
    await signIn(page, 'dora');
    for (const [index, path] of paths.entries()) {
      await test.step(path, async () => {
        // A fragment is another section of the open page.
        await page.goto(path);
        const [, fragment] = path.split('#');
        if (fragment) await expect(page.locator(`nav [aria-current=page][href$="#${fragment}"]`)).toBeVisible();
        await expectAccessible(page, index);
      });
    }
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}

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
