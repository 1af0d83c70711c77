import { axeFindings, expect, type Page, signIn, test } from '../src';

// Colours are judged as they are, not half-way through a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const signedOut = ['/signin', '/recover', '/smsa/portal', '/smsa/tickets/evaluation'];
const signedIn = ['/', '/profile', '/404', '/smsa/', '/smsa/tickets/new', '/hrstudium/', '/smsa-dev/', '/welcome/'];

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`axe finds nothing on any screen: ${theme}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.addInitScript((value) => localStorage.setItem('portico:theme', value), theme);
      const check = async (path: string) =>
        test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
          await expectNoFindings(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        });
      for (const path of signedOut) await check(path);
      await signIn(page, 'dora');
      for (const path of signedIn) await check(path);
      await page.getByRole('button', { name: 'Menu da conta' }).click();
      await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
      await expectNoFindings(page);
    });
  }
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
