import { expect, test } from '../../portal/test';
import { closeModalDialog, openModalDialog, openPublicModule, showToasts, toastCard, toastRows } from './module-toasts';

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
  for (const text of ['Salvo.', 'Chamado 42', 'Depois']) await toastCard(page, text).click();
  await expect(toastRows(page)).toHaveCount(0);
  expect(await said()).toHaveLength(3);
});
