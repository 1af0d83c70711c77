import { axeFindings } from '../../portal/axe';
import { switchLocale } from '../../portal/settings';
import { signIn, waitForTopBar } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { signInByApi, type User } from '../../portal/user';

const sections = [
  ['personal-data', 'Dados pessoais'],
  ['language', 'Idioma'],
  ['security', 'Segurança'],
  ['update-password', 'Alterar senha'],
  ['notifications', 'Notificações'],
] as const;

/** Signs in without a page. */
async function beginSession(portal: { readonly url: string }, user: User) {
  const { access_token }: { access_token: string } = await (await signInByApi(portal, user)).json();
  const headers = { authorization: `Bearer ${access_token}` };
  return { isValid: async () => (await fetch(`${portal.url}/api/auth/validate`, { headers })).ok };
}

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

test('every section fits in 320 px in both languages, and its link is visible', async ({ page, user }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, user, '/profile');
  for (const locale of ['pt', 'en'] as const) {
    await switchLocale(page, locale);
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
  // The name follows other tabs as soon as the bell has loaded, which may take 10 s in a hidden tab.
  await waitForTopBar(page);
  const other = await context.newPage();
  await other.goto(`/profile`);
  await expect(other.getByLabel('E-mail')).toHaveValue(user.email);
  await expect(other.getByLabel('E-mail')).not.toBeEditable();
  await other.getByLabel('Nome').fill('Beto Lima');
  await other.getByLabel('Telefone').fill('+55 11 5555-0100');
  await other.keyboard.press('Enter');
  await expect(toast(other, 'Salvo.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Olá, Beto' })).toBeVisible();
  await other.reload();
  await expect(other.getByLabel('Nome')).toHaveValue('Beto Lima');
  await expect(other.getByLabel('Telefone')).toHaveValue('+55 11 5555-0100');
});

test('the arrow keys change the language immediately, without a page load', async ({ page, user }) => {
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

  test('a new e-mail takes effect when the user proves it, and who they are', async ({ page, portal, user }) => {
    const next = `next-${user.email}`;
    await signIn(page, user, '/profile');
    const start = async (email: string) => {
      await page.getByRole('button', { name: 'Alterar o e-mail' }).click();
      await page.getByLabel('Novo e-mail').fill(email);
      await page.getByRole('button', { name: 'Enviar um código' }).click();
    };
    await start(`wrong-${user.email}`);
    await page.getByRole('button', { name: 'Manter o e-mail atual' }).click();
    await start(next);
    await expect.poll(() => portal.mailedCode(next)).toMatch(/^\d{6}$/);
    await page.getByLabel('Código').fill((await portal.mailedCode(next)) ?? '');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByLabel('Senha atual').fill(user.password);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(next);
    await expect(page.getByRole('button', { name: 'Alterar o e-mail' })).toBeVisible();
  });

  test('the sessions are listed, and end one by one or all together', async ({ page, browser, portal, user }) => {
    const other = await browser.newPage({ locale: 'pt-BR', baseURL: portal.url });
    await signIn(other, user);
    await page.bringToFront();
    await signIn(page, user, '/profile#security');
    // Passkeys and known devices are in lists below it.
    const rows = page.getByRole('main').getByRole('region').getByRole('list').first().getByRole('listitem');
    await expect(rows.filter({ hasText: 'Este navegador' })).toHaveCount(1);
    // The last used session is below this browser. The third session starts later, so it is not listed yet.
    await expect(rows).toHaveCount(2);
    const third = await beginSession(portal, user);
    await rows.nth(1).getByRole('button').click();
    await expect(page.getByText(/^Chrome no Linux foi desconectado\.$/)).toBeVisible();
    await expect(title(page)).toBeFocused();
    await other.reload();
    await expect(other.getByRole('heading', { name: 'Entrar' })).toBeVisible();
    expect(await third.isValid()).toBe(true);

    // With the keyboard only, once the form has loaded.
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
    await expect(rows).toHaveCount(1);
    expect(await third.isValid()).toBe(false);
    await rows.first().getByRole('button').click();
    await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
    await other.close();
  });

  test('a changed password ends the other sessions, and works at the next sign-in', async ({ page, portal, user }) => {
    const other = await beginSession(portal, user);
    await signIn(page, user, '/profile#update-password');
    const current = page.getByLabel('Senha atual', { exact: true });
    // With the keyboard only, once the form has loaded.
    await expect(current).toBeVisible();
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
    expect(await other.isValid()).toBe(true);
    await page.keyboard.press('Enter');
    await expect(toast(page, 'A sua senha foi alterada, e as suas outras sessões terminaram.')).toBeVisible();
    await expect(current).toHaveValue('');
    expect(await other.isValid()).toBe(false);
    await signInByApi(portal, { ...user, password: 'a new and long password' });
    await page.getByRole('link', { name: 'Segurança' }).click();
    await expect(page.getByText('Este navegador').first()).toBeVisible();
  });
});
