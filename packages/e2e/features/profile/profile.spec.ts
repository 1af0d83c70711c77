import { signIn } from '../../portal/sign-in';
import { type BrowserContext, expect, type Page, test } from '../../portal/test';

const sections = [
  ['personal-data', 'Dados pessoais'],
  ['language', 'Idioma'],
  ['security', 'Segurança'],
  ['update-password', 'Alterar senha'],
  ['notifications', 'Notificações'],
] as const;

async function inAnotherBrowser<Result>(
  page: Page,
  baseURL: string,
  task: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await page.context().browser()?.newContext({ locale: 'pt-BR', baseURL });
  if (!context) throw new Error('The browser is gone.');
  try {
    return await task(context);
  } finally {
    await context.close();
  }
}

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

test('every section fits on 320 px in both languages, its link visible', async ({ page, user }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, user, '/profile');
  for (const locale of ['pt', 'en']) {
    await page.evaluate((value) => localStorage.setItem('portico:locale', value), locale);
    await page.reload();
    for (const [fragment] of sections) {
      await page.goto(`/profile#${fragment}`);
      await expect(page.locator('nav [aria-current=page]')).toHaveAttribute('href', new RegExp(`#${fragment}$`));
      await expect(title(page)).toBeVisible();
      await expect(page.getByRole('main').getByRole('status', { name: /^(Carregando|Loading)$/ })).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await expect(page.locator('nav [aria-current=page]')).toBeInViewport({ ratio: 1 });
      const tops = await page
        .getByRole('main')
        .getByRole('button', { name: /^(Cancelar|Cancel|Salvar|Save)$/ })
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      expect(new Set(tops).size).toBeLessThanOrEqual(1);
    }
  }
});

test('a saved name shows everywhere, in another tab too', async ({ page, context, user }) => {
  await signIn(page, user, '/');
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/profile`);
  await expect(other.getByLabel('E-mail')).toHaveValue(user.email);
  await expect(other.getByLabel('E-mail')).not.toBeEditable();
  await other.getByLabel('Nome').fill('Beto Lima');
  await other.getByLabel('Telefone').fill('+55 11 5555-0100');
  await other.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(other, 'Salvo.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Olá, Beto' })).toBeVisible();
  await other.reload();
  await expect(other.getByLabel('Nome')).toHaveValue('Beto Lima');
  await expect(other.getByLabel('Telefone')).toHaveValue('+55 11 5555-0100');
});

test('the language changes at once, without loading the page, by the arrow keys', async ({ page, user }) => {
  await signIn(page, user, '/profile#language');
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  await page.getByRole('radio', { name: 'Português' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(title(page)).toHaveText('Language');
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle('Language · SMSA');
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
});

test.describe('with sessions that end', () => {
  test.use({ expectedErrors: /status of 40[13]/ });

  test('the sessions are listed, and end one by one or all at once', async ({ page, portal, user }) => {
    await signIn(page, user, '/profile#security');
    const rows = page.getByRole('main').getByRole('region').getByRole('listitem');
    await expect(rows.filter({ hasText: 'Este navegador' })).toHaveCount(1);
    const before = await rows.count();
    await inAnotherBrowser(page, portal.url, (context) =>
      inAnotherBrowser(page, portal.url, async (third) => {
        const [other, another] = [await context.newPage(), await third.newPage()];
        await signIn(other, user, '/');
        await page.reload();
        await expect(rows).toHaveCount(before + 1);
        await signIn(another, user, '/');
        // The last used stands under this browser; the third one, which signed in since, is not listed yet.
        // Firefox gives the focus to the window in front alone.
        await page.bringToFront();
        await rows.nth(1).getByRole('button').click();
        await expect(page.getByText(/^(Chrome|Firefox) no Linux foi desconectado\.$/)).toBeVisible();
        await expect(title(page)).toBeFocused();
        await other.reload();
        await expect(other.getByRole('heading', { name: 'Entrar' })).toBeVisible();
        await expect(another.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();

        await page.getByRole('button', { name: 'Desconectar todos os outros' }).click();
        await page.getByRole('button', { name: 'Desconectar todos', exact: true }).click();
        await expect(page.getByText('Você está conectado somente aqui.')).toBeVisible();
        await expect(rows).toHaveCount(1);
        await another.reload();
        await expect(another.getByRole('heading', { name: 'Entrar' })).toBeVisible();
      }),
    );
    await rows.first().getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  });

  test('a changed password ends the other sessions, and works at the next sign-in', async ({ page, portal, user }) => {
    await signIn(page, user, '/profile#update-password');
    await inAnotherBrowser(page, portal.url, async (context) => {
      const other = await context.newPage();
      await signIn(other, user, '/');
      const current = page.getByLabel('Senha atual', { exact: true });
      await page.bringToFront();
      // By the keyboard alone.
      await title(page).focus();
      await page.keyboard.press('Tab');
      await expect(current).toBeFocused();
      await page.keyboard.type('not-the-password');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Nova senha', { exact: true })).toBeFocused();
      await page.keyboard.type('a new and long password');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Esta não é a sua senha atual.')).toBeVisible();
      await expect(current).toBeFocused();
      await page.keyboard.type('portico-demo');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'A sua senha foi alterada, e as suas outras sessões terminaram.')).toBeVisible();
      await expect(current).toHaveValue('');
      await other.reload();
      await expect(other.getByRole('heading', { name: 'Entrar' })).toBeVisible();
      await signIn(other, { ...user, password: 'a new and long password' });
    });
    await page.getByRole('link', { name: 'Segurança' }).click();
    await expect(page.getByText('Este navegador')).toBeVisible();
  });
});

test('the keyboard alone renames, and signs another browser out', async ({ page, portal, user }) => {
  await inAnotherBrowser(page, portal.url, async (context) => {
    await signIn(await context.newPage(), user, '/');
    await signIn(page, user, '/profile');
    await page.bringToFront();
    const name = page.getByLabel('Nome');
    await expect(name).toBeVisible();
    await name.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Bruno Melo');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Salvo.')).toBeVisible();
    await page.getByRole('link', { name: 'Segurança' }).focus();
    await page.keyboard.press('Enter');
    await expect(title(page)).toBeFocused();
    const all = page.getByRole('button', { name: 'Desconectar todos os outros' });
    await all.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(all).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Você está conectado somente aqui.')).toBeVisible();
    await expect(title(page)).toBeFocused();
  });
});
