import { callOperator } from '../../portal/call-operator';
import { signIn } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';
import { addUser } from '../../portal/user';

test('screen readers and letters reach all of very many applications, though only those in view are rendered', async ({
  page,
  portal,
}) => {
  const keys = Array.from({ length: 120 }, (_, index) => `many-${index}`);
  const user = await addUser(portal, { apps: [] });
  const grant = (key: string) => {
    const path = `operator/tenants/smsa/apps/${key}/users/${user.email}`;
    const name = key === keys.at(-1) ? 'Zebra' : `Many ${key}`;
    return callOperator(portal, 'PUT', path, { name, description: 'One of many', new: true });
  };
  await Promise.all(keys.map(grant));
  await signIn(page, user);
  const tiles = page.getByRole('main').locator('li a');
  await expect(tiles).toHaveCount(keys.length);
  const notDrawn = () =>
    tiles.evaluateAll((links) => {
      const isDrawn = (link: Element) => link.lastElementChild?.checkVisibility({ contentVisibilityAuto: true });
      return links.filter((link) => !isDrawn(link)).length;
    });
  await expect.poll(notDrawn).toBeGreaterThan(keys.length / 3);

  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  const names = nodes.filter(({ role }) => role?.value === 'link').map(({ name }) => name?.value);
  expect(names).toEqual(expect.arrayContaining(keys.slice(0, -1).map((key) => `Many ${key} One of many`)));

  const switcher = page.getByRole('button', { name: 'Aplicações' });
  await switcher.press('Enter');
  await page.getByRole('menu').pressSequentially('zebra');
  await expect(page.locator('[role="menuitem"][data-focus]')).toContainText('Zebra');
});
