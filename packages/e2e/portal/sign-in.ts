import { expect, type Page } from '@playwright/test';
import { type DemoName, demoPassword, demoUser, type User } from './user';

/** Waits until the sign-in form is hydrated. */
export async function waitForSignIn(page: Page): Promise<void> {
  const email = page.getByLabel('E-mail');
  await expect(async () => {
    // React marks the elements that it has hydrated.
    expect(await email.evaluate((input) => Object.keys(input).some((key) => key.startsWith('__react')))).toBe(true);
  }).toPass();
}

/** Fills in the sign-in form of the open page, in either language, and submits it through the shell. */
export async function fillSignIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await waitForSignIn(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^(Senha|Password)$/).fill(password);
  await page.getByRole('button', { name: /^(Entrar|Login)$/ }).click();
}

/**
 * Signs in without a page.
 * @param address of a page of another portal than the test's
 */
export async function startSession(page: Page, user: DemoName | User, address = '/'): Promise<void> {
  const call = URL.canParse(address) ? new URL('/api/auth', address).href : '/api/auth';
  const data = typeof user === 'string' ? demoUser(user) : user;
  expect((await page.request.post(call, { data })).ok()).toBe(true);
}

/**
 * Signs in without the form, opens an address, and waits for the top bar.
 * @param address a path of the test's portal, or a page of another one
 */
export async function signIn(page: Page, user: DemoName | User, address = '/'): Promise<void> {
  await startSession(page, user, address);
  await page.goto(address);
  await waitForTopBar(page);
}

/**
 * Waits for the top bar and its bell. The bell is a separate parcel and loads last. If the clock jumps earlier, the
 * shell treats the parcel as one that hangs.
 */
export async function waitForTopBar(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Menu da conta|Account menu)$/ }).waitFor();
  await page.getByRole('button', { name: /^(Notificações|Notifications)/ }).waitFor();
  // A mount is reported after the element is visible.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Signs out by the account menu, and waits for the sign-in form. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Encerrar sessão' }).click();
  await page.getByLabel('E-mail').waitFor();
}
