import { randomUUID } from 'node:crypto';
import { callOperator } from '../../portal/call-operator';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

test('a file of forty rows says which six are refused and why, before anything happens', async ({
  page,
  portal,
  user,
}) => {
  const granted = { role: 'administrator', tenant: 'smsa' };
  await callOperator(portal, 'PUT', 'operator/roles', { email: user.email, granted });
  const run = randomUUID();
  const good = Array.from({ length: 34 }, (_, row) => `p${row}-${run}@portico.test;Pessoa ${row};smsa;`);
  const wrong = [
    ';Sem endereço;;',
    `torta-${run};Torta;;`,
    `P0-${run}@portico.test;Outra vez;;`,
    `app-${run}@portico.test;Aplicativo;smssa;`,
    `grupo-${run}@portico.test;Grupo;;Ninguém`,
    `${user.email};Ela mesma;smsa;`,
  ];
  const text = ['e-mail;nome;aplicativos;grupos', ...good, ...wrong].join('\r\n');
  await signIn(page, user, '/console/invitations/new');
  await page
    .getByLabel('Escolher um arquivo CSV')
    .setInputFiles({ name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Mostrar o que vai acontecer' }).click();
  await expect(page.getByText('Convites: 34. Acessos novos: 0. Recusados: 6.')).toBeVisible();
  for (const reason of [
    'Recusado: o tenant não tem o aplicativo smssa',
    'Recusado: o tenant não tem o grupo Ninguém',
    'Recusado: já é membro e tem tudo isso',
    'Recusado: o endereço está duas vezes na lista',
  ]) {
    await expect(page.getByRole('cell', { name: reason })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Convidar' }).click();
  await expect(
    page.getByText('Convites enviados: 34. Membros que receberam acesso: 0.', { exact: true }),
  ).toBeVisible();
});
