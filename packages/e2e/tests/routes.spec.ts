import { expect, fillSignIn, signIn, test } from '../src';

const signedIn = [
  ['/', '/', 'Olá, Ana'],
  ['/profile', '/profile', 'Perfil'],
  ['/404', '/404', 'Esta página não existe'],
  ['/smsa', '/smsa', 'Chamados'],
  ['/smsa/tickets/4812', '/smsa/tickets/4812', /Impressora/],
  ['/signin', '/', 'Olá, Ana'],
  ['/signin?link=%2Fhrstudium%2F', '/hrstudium/', 'Cursos'],
  ['/signin?link=https%3A%2F%2Fevil.test', '/', 'Olá, Ana'],
  ['/signin?link=%2F%2Fevil.test', '/', 'Olá, Ana'],
  ['/recover', '/', 'Olá, Ana'],
  ['/unknown/deep', '/', 'Olá, Ana'],
  ['/welcome', '/', 'Olá, Ana'],
] as const;

test('every row of the route table, signed in', async ({ page }) => {
  await signIn(page, 'ana');
  for (const [visited, address, heading] of signedIn) {
    await test.step(`${visited} → ${address}`, async () => {
      await page.goto(visited);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveURL(address);
    });
  }
});

const signedOut = [
  ['/', '/signin'],
  ['/404', '/signin'],
  ['/signin', '/signin'],
  ['/recover', '/recover'],
  ['/profile', '/signin?link=%2Fprofile'],
  ['/smsa/deep?x=1#y', '/signin?link=%2Fsmsa%2Fdeep%3Fx%3D1%23y'],
  ['/anything/else', '/signin?link=%2Fanything%2Felse'],
] as const;

test('every row of the route table, signed out', async ({ page }) => {
  for (const [visited, address] of signedOut) {
    await test.step(`${visited} → ${address}`, async () => {
      await page.goto(visited);
      await expect(page.getByLabel('E-mail')).toBeVisible();
      await expect(page).toHaveURL(address);
    });
  }
});

test('public pages need no session; one has the top bar, the other has not', async ({ page }) => {
  await page.goto('/smsa/portal');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toHaveAttribute(
    'href',
    '/signin?link=%2Fsmsa%2Fportal',
  );
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/smsa/portal/faq');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/smsa/tickets/evaluation');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('after signing in the user lands where she wanted to go', async ({ page }) => {
  await page.goto('/smsa/deep?x=1#y');
  await fillSignIn(page, 'ana@portico.test');
  await expect(page).toHaveURL('/smsa/deep?x=1#y');
  await expect(page.getByRole('button', { name: 'Menu da conta' })).toBeVisible();
});
