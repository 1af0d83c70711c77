import { callOperator } from '../../portal/call-operator';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { addUser } from '../../portal/user';

test('a role that is taken away in the middle of a change is said calmly, and nothing is changed', async ({
  page,
  portal,
  user,
}) => {
  const role = { email: user.email, granted: { role: 'administrator', tenant: 'smsa' } };
  // Another role keeps the console open.
  const other = { email: user.email, granted: { role: 'publisher', modules: ['smsa'] } };
  for (const granted of [role, other]) await callOperator(portal, 'PUT', 'operator/roles', granted);
  const person = await addUser(portal, { name: 'Nina Reis' });
  await signIn(page, user, `/console/people/${person.email}`);
  await page.getByRole('button', { name: 'Renomear' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renomear Nina Reis' });
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Nina Souza');
  await callOperator(portal, 'DELETE', 'operator/roles', role);
  await dialog.getByRole('button', { name: 'Renomear' }).click();
  await expect(page.getByText('As suas funções não incluem esta página.')).toBeVisible();
  await page.getByRole('link', { name: 'Ir para a visão geral' }).click();
  await expect(page.getByRole('list', { name: 'As suas funções' })).toContainText('Publicador');
  const read = await callOperator(portal, 'GET', `operator/users/${person.email}`);
  expect(await read.json()).toMatchObject({ name: 'Nina Reis' });
});

test.use({ expectedErrors: /403 \(Forbidden\).*\/api\/operator\// });
