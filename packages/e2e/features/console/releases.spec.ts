import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { demoPassword } from '../../portal/user';
import { publishFiles, titledFiles } from '../publishing/publishing-test';

test.use({ expectedErrors: /409 \(Conflict\)/ });

test('a publisher widens, publishes and rolls back, and an operator finds out who did it', async ({
  page,
  portal,
  user,
}) => {
  const module = `orders-${crypto.randomUUID().slice(0, 8)}`;
  await publishFiles(portal, module, titledFiles('1.0.0'), { version: '1.0.0' });
  await publishFiles(portal, module, titledFiles('1.1.0'), { version: '1.1.0', audience: { percent: 10 } });
  const granted = { role: 'publisher', modules: [module] };
  await callOperator(portal, 'PUT', 'operator/roles', { email: user.email, granted });

  await signIn(page, user, '/console/releases');
  const modules = page.getByRole('table', { name: 'Módulos' }).getByRole('rowheader');
  await expect(modules).toHaveText([module]);
  await modules.getByRole('link').click();

  const confirm = async (action: string, button: string) => {
    await page.getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await confirm('Ampliar', 'Lançar');
  await expect(page.getByText('Lançou 1.1.0 para 20 % dos usuários')).toBeVisible();
  // Another publisher withdraws it while the question is open.
  await page.getByRole('button', { name: 'Publicar: 1.1.0', exact: true }).click();
  await callOperator(portal, 'POST', `publishing/modules/${module}/withdraw`, {});
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(dialog).toContainText('operator');
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Publicou 1.1.0 para todos (antes: 1.0.0)')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await confirm('Reverter', 'Reverter');
  await expect(page.getByText('Reverteu para 1.0.0 (antes: 1.1.0)')).toBeVisible();

  const other = await page.context().browser()?.newContext({ baseURL: portal.url, locale: 'pt-BR' });
  const operator = await other?.newPage();
  if (!operator) throw new Error('The browser opened no page.');
  const olga = { email: 'olga@portico.test', password: demoPassword };
  await signIn(operator, olga, `/console/audit?all=true&actor=${user.email}&action=publish`);
  await expect(operator.getByRole('row').filter({ hasText: module })).toContainText(user.email);
  await other?.close();
});
