import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import {
  closeModalDialog,
  openModalDialog,
  openPublicModule,
  openSignedInModule,
  showToasts,
  toastRegion,
  toastRows,
} from './module-toasts';

test('each toast is announced once, urgent ones assertively, and those under a modal dialog after it closes', async ({
  page,
  modules,
}) => {
  await openPublicModule(page, modules);
  await page.evaluate(() => {
    const said: string[] = [];
    for (const announcer of document.querySelectorAll('#portico-overlay [aria-live]')) {
      new MutationObserver((records) => {
        for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
          said.push(`${announcer.getAttribute('aria-live')}: ${node.textContent}`);
        }
      }).observe(announcer, { childList: true, subtree: true, characterData: true });
    }
    Object.assign(window, { said });
  });
  const said = () => page.evaluate(() => Reflect.get(window, 'said'));
  await showToasts(
    page,
    { type: 'success', text: 'Salvo.' },
    { type: 'error', title: 'Chamado 42', text: 'Não salvo' },
  );
  await expect.poll(said).toEqual(['polite: Sucesso. Salvo.', 'assertive: Erro. Chamado 42. Não salvo.']);
  await openModalDialog(page);
  await page.evaluate(() => Reflect.get(window, 'portal').toast({ text: 'Depois' }));
  await expect(toastRows(page).getByText('Depois')).toBeVisible();
  expect(await said()).toHaveLength(2);
  await closeModalDialog(page);
  await expect.poll(said).toHaveLength(3);
  await expect(toastRows(page)).toHaveCount(0);
  expect(await said()).toHaveLength(3);
});

test('signing out removes the toasts of a user', async ({ page, modules }) => {
  await openSignedInModule(page, modules);
  await showToasts(page, { text: 'Dela', duration: 60_000 });
  await page.getByRole('button', { name: 'Menu da conta' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Encerrar sessão' })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page.getByText('Dela')).toHaveCount(0);
  await signIn(page, 'dora', '/smsa-local/');
  await expect(toastRows(page)).toHaveCount(0);
});

test.describe('a module', () => {
  test.use({ expectedErrors: /\[portico\] @module\/smsa-local: TypeError: This is not a toast: text: / });

  test('shows no markup, and has a malformed toast reported', async ({ page, modules }) => {
    await openPublicModule(page, modules);
    const reported = page.waitForEvent('console', (message) => message.text().includes('This is not a toast'));
    await page.evaluate(() => Reflect.get(window, 'portal').toast({ text: 42 }));
    await reported;
    await showToasts(page, { text: '<img src=x onerror=alert(1)>' });
    await expect(toastRegion(page).getByRole('img')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Exposed' })).toBeVisible();
  });
});
