import { axeFindings } from '../../portal/axe';
import { signIn } from '../../portal/sign-in';
import { expect } from '../../portal/test';
import { demoPassword } from '../../portal/user';
import { publishFiles, titledFiles } from '../publishing/publishing-test';
import { overridesBadge, developerTest as test } from './developer-test';

test('the console uses a local address and a stored version in this browser, and turns all of it off', async ({
  page,
  portal,
  workshop,
}) => {
  const module = `orders-${crypto.randomUUID().slice(0, 8)}`;
  for (const version of ['1.0.0', '1.1.0']) await publishFiles(portal, module, titledFiles(version), { version });
  await signIn(page, { email: 'olga@portico.test', password: demoPassword }, '/console/overrides');
  await expect(page.getByText('As substituições estão desligadas neste navegador.')).toBeVisible();

  const ofVersion = page.getByRole('region', { name: 'Usar uma versão guardada' });
  await ofVersion.getByRole('combobox', { name: 'Chave do módulo' }).selectOption(module);
  await ofVersion.getByRole('combobox', { name: 'Versão' }).selectOption('1.0.0');
  await ofVersion.getByRole('button', { name: 'Usar aqui' }).click();
  const used = page.getByRole('table', { name: 'O que este navegador usa' });
  await expect(used).toContainText('Versão 1.0.0');

  const ofAddress = page.getByRole('region', { name: 'Usar um módulo do seu computador' });
  await ofAddress.getByRole('textbox', { name: 'Chave do módulo' }).fill('smsa-local');
  await ofAddress.getByRole('textbox', { name: 'Endereço da entrada' }).fill(`${workshop.url}/orders.js`);
  await ofAddress.getByRole('button', { name: 'Usar aqui' }).click();
  await expect(overridesBadge(page)).toBeVisible();
  await expect(used).toContainText(`${workshop.url}/orders.js`);
  await expect(used).toContainText('Versão 1.0.0');
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Desligar tudo' }).click();
  await expect(page.getByText('As substituições estão desligadas neste navegador.')).toBeVisible();
  await expect(used).toBeHidden();
  await expect(overridesBadge(page)).toBeHidden();
  await expect(page).toHaveURL(/\/console\/overrides$/);
});
