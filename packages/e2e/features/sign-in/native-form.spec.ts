import { holdScripts } from '../../portal/hold-requests';
import { waitForSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { demoPassword } from '../../portal/user';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 40[01]/ });

  test('the form names the error, keeps the e-mail, and leads to the requested address', async ({ page, context }) => {
    await page.goto('/smsa/tickets?page=2');
    await expect(page.getByRole('button', { name: 'English' })).toBeHidden();
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(['Informe o seu e-mail.', 'Informe a sua senha.']);
    await expect(page.getByLabel('E-mail')).toBeFocused();

    await page.getByLabel('E-mail').fill('ana@portico.test');
    await page.getByLabel('Senha', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('O e-mail e a senha não conferem.');
    await expect(page.getByLabel('E-mail')).toHaveValue('ana@portico.test');
    await expect(page.getByLabel('Senha', { exact: true })).toBeFocused();

    await page.getByLabel('Senha', { exact: true }).fill('portico-demo');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page).toHaveURL('/smsa/tickets?page=2');
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['__Host-portico-refresh', 'portico-session']));
    expect(names).not.toContain('portico-refresh');
  });

  test('a browser whose session has ended gets the form with a message', async ({ page, context, user }) => {
    await page.goto('/smsa/');
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Senha', { exact: true }).fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('E-mail')).toHaveCount(0);
    const cookies = await context.cookies();
    await page.request.delete('/api/auth/invalidate');
    await context.addCookies(cookies);
    await page.goto('/smsa/');
    await expect(page.getByRole('status').first()).toHaveText('A sua sessão terminou. Entre novamente para continuar.');
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Senha', { exact: true }).fill(user.password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('E-mail')).toHaveCount(0);
  });

  test('the recovery says that it needs scripts', async ({ page }) => {
    await page.goto('/signin');
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    const message = page.locator('noscript');
    await expect(message).toBeVisible();
    await expect(message).toContainText('The portal needs JavaScript.', { useInnerText: true });
  });
});

test('typing continues while the form hydrates, in the language and theme of the user', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.addInitScript(() => {
    if (origin === 'null') return;
    localStorage.setItem('portico:locale', 'en');
    localStorage.setItem('portico:theme', 'dark');
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const { release } = await holdScripts(page);
  await page.goto('/profile', { waitUntil: 'commit' });
  await expect(page.getByRole('heading')).toHaveText('Login');
  await page.getByLabel('E-mail').fill('ana@portico.test');
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type('portico');
  await page.evaluate(() => Object.assign(window, { input: document.activeElement }));

  release();
  await page.keyboard.type('-');
  await waitForSignIn(page);
  await expect(page).toHaveURL('/signin?link=%2Fprofile');
  await page.keyboard.type('demo');
  expect(await page.evaluate(() => Reflect.get(window, 'input') === document.activeElement)).toBe(true);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('portico-demo');
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@portico.test');
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});

test.describe('with late scripts', () => {
  test.use({ expectedErrors: /status of 40[01]/ });

  test('the error of a wrong password, sent without scripts, stays on screen until the user types; the fragment is kept', async ({
    page,
  }) => {
    const { release } = await holdScripts(page);
    await page.goto('/profile?a=1#language', { waitUntil: 'commit' });
    await page.getByLabel('E-mail').fill('ana@portico.test');
    await page.getByLabel('Senha', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Entrar' }).click({ noWaitAfter: true });
    const alert = page.getByRole('alert');
    await expect(alert).toHaveText('O e-mail e a senha não conferem.');
    release();
    await waitForSignIn(page);
    await expect(alert).toHaveText('O e-mail e a senha não conferem.');
    await page.getByLabel('Senha', { exact: true }).press('p');
    await expect(alert).toHaveCount(0);
    await page.getByLabel('Senha', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('heading', { name: 'Idioma' })).toBeVisible();
    await expect(page).toHaveURL('/profile?a=1#language');
  });
});

test.describe('with an extension that changes the form before it hydrates', () => {
  test.use({ expectedErrors: /error #418/ });

  test('typed text and the focus stay', async ({ page }) => {
    const { release } = await holdScripts(page);
    await page.goto('/signin', { waitUntil: 'commit' });
    const password = page.getByLabel('Senha', { exact: true });
    await page.getByLabel('E-mail').fill('ana@portico.test');
    await password.fill(demoPassword);
    // Password managers do this, and translators do it to every text.
    await password.evaluate((input) => input.after(document.createElement('extension-icon')));
    release();
    await waitForSignIn(page);
    await expect(page.getByLabel('E-mail')).toHaveValue('ana@portico.test');
    await expect(password).toHaveValue(demoPassword);
    await expect(password).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  });
});
