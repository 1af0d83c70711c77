import { axeFindings, expect, type Page, signIn, test } from '../src';

// Colours are judged as they are, not half-way through a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const signedOut = ['/signin', '/recover', '/smsa/portal', '/smsa/tickets/evaluation'];
const profile = ['personal-data', 'language', 'security', 'update-password', 'notifications'];
const signedIn = [
  '/',
  ...profile.map((section) => `/profile#${section}`),
  '/404',
  '/smsa/',
  '/smsa/tickets/new',
  '/hrstudium/',
  '/smsa-dev/',
  '/welcome/',
];

// Every pair of theme, language and width.
const looks = [
  { theme: 'light', locale: 'pt', width: 1280 },
  { theme: 'light', locale: 'en', width: 360 },
  { theme: 'dark', locale: 'pt', width: 360 },
  { theme: 'dark', locale: 'en', width: 1280 },
];

for (const { theme, locale, width } of looks) {
  test(`axe finds nothing on any screen: ${theme}, ${locale}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.addInitScript(
      (settings) => {
        for (const [name, value] of Object.entries(settings)) localStorage.setItem(`portico:${name}`, value);
      },
      { theme, locale },
    );
    const check = async (path: string) =>
      test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('.portico-loader:visible')).toHaveCount(0);
        await expectNoFindings(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
    for (const path of signedOut) await check(path);
    await signIn(page, 'dora');
    for (const path of signedIn) await check(path);
    await page.getByRole('button', { name: /^(Menu da conta|Account menu)$/ }).click();
    await expect(page.getByRole('menuitem', { name: /^(Sair|Logout)$/ })).toBeVisible();
    await expectNoFindings(page);
  });
}

async function expectNoFindings(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
}

test('the keyboard alone signs in, opens a module by the switcher, and logs out', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByLabel('E-mail')).toBeVisible();
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
