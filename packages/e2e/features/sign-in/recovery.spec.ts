import { signIn, waitForSignIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test.use({ expectedErrors: /status of 40[01]/ });

test('a user recovers a forgotten password with the mailed code, and every other session ends', async ({
  page,
  browser,
  portal,
  user,
}) => {
  const elsewhere = await browser.newPage({ baseURL: portal.url });
  await signIn(elsewhere, user);
  // Firefox gives the focus to the window in front alone.
  await page.bringToFront();

  await page.goto('/signin?link=%2Fsmsa%2F');
  await waitForSignIn(page);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
  const send = page.getByRole('button', { name: 'Enviar código' });
  await expect(send).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue(user.email);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Verifique o seu e-mail' })).toBeVisible();
  await expect(page.getByText(/Enviar novamente em \d+ s/)).toBeVisible();
  const codeField = page.getByLabel('Código', { exact: true });
  await expect(codeField).toBeFocused();
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(user.email);

  await expect.poll(() => portal.mailedCode(user.email)).toMatch(/^\d{6}$/);
  const code = (await portal.mailedCode(user.email)) ?? '';
  const wrong = code === '000000' ? '000001' : '000000';
  const password = page.getByLabel('Nova senha', { exact: true });
  await password.fill('a new and long password');
  await codeField.fill(wrong);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('alert')).toBeVisible();

  await codeField.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  const resets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') resets.push(request.url());
  });
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page).toHaveURL('/signin?link=%2Fsmsa%2F');
  expect(resets).toHaveLength(1);
  await expect(page.getByLabel('E-mail')).toHaveValue(user.email);

  await page.getByLabel('Senha', { exact: true }).fill('a new and long password');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL('/smsa/');
  await expect(page.getByRole('heading', { name: 'Chamados' })).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await elsewhere.close();
});

test('known, unknown and throttled addresses get the same screen', async ({ page, user }) => {
  const screens: string[] = [];
  const ask = async (email: string) => {
    await page.goto('/recover');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect(page.getByRole('heading', { name: 'Verifique o seu e-mail' })).toBeVisible();
    const text = await page.getByRole('main').textContent();
    screens.push((text ?? '').replaceAll(email, '…').replace(/\d+ s\b/, 'n s'));
  };
  await ask('nobody@portico.test');
  await ask(user.email);
  // From the eleventh on, no more mails are sent within the hour.
  for (let time = 0; time < 11; time += 1) {
    await page.request.post('/api/auth/recover', { data: { email: user.email } });
  }
  await ask(user.email);
  expect(new Set(screens).size).toBe(1);
});
