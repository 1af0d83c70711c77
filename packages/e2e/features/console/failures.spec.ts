import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import { lifecyclesModule } from '../../portal/lifecycles-module';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { publishFiles, titledFiles } from '../publishing/publishing-test';

const module = 'orders-that-fail';

const code = lifecyclesModule({
  mount: `element.innerHTML = '<h1>Orders</h1><button>Print</button>';
    element.querySelector('button').onclick = function printOrder() {
      throw new RangeError('The order 4711 of eva@acme.test is late');
    };`,
});

/** Maps each line of the code to the same line of the source. */
const map = {
  version: 3,
  sources: ['webpack://orders/./src/orders.tsx'],
  names: [],
  mappings: `AAAA${';AACA'.repeat(code.split('\n').length)}`,
};

test('a publisher widens a rollout, sees what fails without data of the user, and takes it back', async ({
  page,
  portal,
  user,
}) => {
  const app = `operator/tenants/smsa/apps/${module}`;
  await callOperator(portal, 'PUT', app, { name: 'Orders', new: true });
  await callOperator(portal, 'PUT', `${app}/users/${user.email}`, {});
  const granted = { role: 'publisher', modules: [module] };
  await callOperator(portal, 'PUT', 'operator/roles', { email: user.email, granted });
  const files = { 'remoteEntry.js': code, 'remoteEntry.js.map': JSON.stringify(map) };
  const built = new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
  await publishFiles(portal, module, titledFiles('1.0.0'), { version: '1.0.0' });
  await publishFiles(portal, module, built, { version: '1.1.0', audience: { tenants: ['finouro'] } });

  await signIn(page, user, `/console/releases/${module}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Ampliar', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Os usuários de tenants' }).fill('finouro, smsa');
  await dialog.getByRole('button', { name: 'Lançar', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/${module}/`);
  const reported = page.waitForResponse('/api/failures');
  await page.getByRole('button', { name: 'Print' }).click();
  expect((await reported).status()).toBe(204);
  await page.goto('/console/failures');
  const failure = page.getByRole('link', { name: 'RangeError: The order <n> of <e-mail> is late' });
  await expect(failure).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await failure.click();
  await expect(page.getByRole('region', { name: 'Para quem' })).toContainText(`${module} 1.1.0`);
  const line = code.split('\n').findIndex((text) => text.includes('throw')) + 1;
  const frames = page.getByRole('region', { name: 'Pilha' }).getByRole('listitem');
  await expect(frames.first()).toContainText(`src/orders.tsx:${line}:1`);
  await expect(page.getByText('4711')).toHaveCount(0);

  await page.getByRole('link', { name: `Versões de ${module}` }).click();
  await page.getByRole('button', { name: 'Retirar', exact: true }).click();
  await dialog.getByRole('button', { name: 'Retirar', exact: true }).click();
  await expect(page.getByText('Retirou 1.1.0')).toBeVisible();
  await page.goto(`/${module}/`);
  await expect(page.getByRole('heading', { name: 'Version 1.0.0' })).toBeVisible();
});

test.use({ expectedErrors: /is late/ });
