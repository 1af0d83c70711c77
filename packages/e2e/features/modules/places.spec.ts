import { axeFindings } from '../../portal/axe';
import { callOperator } from '../../portal/call-operator';
import { runPortico } from '../../portal/run-portico';
import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { addUser } from '../../portal/user';
import { publishFiles, publishingTest as test } from '../publishing/publishing-test';

const cards = (page: Page) => page.getByRole('region', { name: 'Das suas aplicações' });
const card = (page: Page, name: string) =>
  cards(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

// One of twenty cards is broken.
test.use({ expectedErrors: /\[portico\] @module\/part-|the parcel @module\/part-/ });

test('a card on the home page follows an event of another tab, and the operator switches it off', async ({
  context,
  page,
  portal,
  user,
}) => {
  await signIn(page, user);
  const tickets = card(page, 'SMSA');
  await expect(tickets).toContainText('3 chamados precisam de resposta');
  const other = await context.newPage();
  await other.goto('/smsa/tickets/4814');
  await other.getByRole('button', { name: 'Marcar como resolvido' }).click();
  await expect(tickets).toContainText('2 chamados precisam de resposta');
  await tickets.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/smsa\/tickets\/48\d\d$/);
  // The other module reads the last event of this tab.
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name: 'SMSA dev' }).click();
  await expect(page.locator('[data-column="done"]')).toContainText('4814');

  await runPortico(portal, 'app', 'hide', 'smsa', 'home', '--tenant', 'smsa');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Ana' })).toBeVisible();
  await page.getByRole('link', { name: /SMSA/ }).first().waitFor();
  await expect(cards(page)).toHaveCount(0);
  await runPortico(portal, 'app', 'show', 'smsa', 'home', '--tenant', 'smsa');
  await page.goto('/');
  await expect(card(page, 'SMSA')).toBeVisible();
});

/** A version whose parcel shows its name, or fails. */
const partFile = (key: string, isBroken: boolean) =>
  new Map([
    [
      'remoteEntry.js',
      Buffer.from(`System.register([], (add) => ({ execute() {
        const lifecycles = { bootstrap: async () => {}, unmount: async ({ element }) => element.replaceChildren() };
        add({ ...lifecycles, mount: async () => {}, part: { ...lifecycles, mount: async ({ element, place }) => {
          ${isBroken ? "throw new Error('broken');" : ''}
          const button = document.createElement('button');
          button.textContent = place === 'topbar' ? '${key.slice(5)}' : 'Part of ${key}';
          element.append(button);
        } } });
      } }));`),
    ],
  ]);

const declare = (order: number) => ({
  parcels: { part: 'part' },
  contributions: ['home', 'topbar', 'profile'].map((place) => ({ place, parcel: 'part', order })),
});

test('twenty modules share the places, and a version without its part leaves them', async ({ page, portal }) => {
  const keys = Array.from({ length: 20 }, (_, index) => `part-${index + 1}`);
  const user = await addUser(portal, { apps: ['hrstudium'] });
  for (const [index, key] of keys.entries()) {
    const path = `operator/tenants/smsa/apps/${key}/users/${user.email}`;
    await callOperator(portal, 'PUT', path, { name: `Part ${index + 1}`, new: true });
    await publishFiles(portal, key, partFile(key, index === 1), { declarations: declare(index) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, user);
  await expect(cards(page).getByRole('article')).toHaveCount(20);
  const controls = page.getByRole('list', { name: 'Controles das suas aplicações' });
  await expect(page.getByRole('button', { name: 'Mais 17 controles' })).toBeVisible();

  await test.step('cards load as they come near the window, and a broken one has a line', async () => {
    await expect(page.getByRole('button', { name: 'Part of part-1' })).toHaveCount(0);
    await card(page, 'Part 1').scrollIntoViewIfNeeded();
    await expect(card(page, 'Part 1').getByRole('button', { name: 'Part of part-1' })).toBeVisible();
    await expect(card(page, 'Part 2')).toContainText('Part 2 não carregou');
    await expect(card(page, 'Part 2').getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
    await card(page, 'Part 20').scrollIntoViewIfNeeded();
    await expect(card(page, 'Part 20').getByRole('button', { name: 'Part of part-20' })).toBeVisible();
  });

  await test.step('the bar fits a phone, and its other controls open by the keyboard', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const more = page.getByRole('button', { name: 'Mais 19 controles' });
    await expect(controls.getByRole('button', { name: '1', exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(controls.getByRole('button', { name: '3', exact: true })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the profile has their sections after its own', async () => {
    await page.goto('/profile#app-part-3');
    await expect(page.getByRole('region', { name: 'Part 3' }).getByRole('button')).toHaveText('Part of part-3');
    await expect(page.getByRole('navigation', { name: 'Perfil' }).getByRole('link')).toHaveCount(26);
  });

  await publishFiles(portal, 'part-1', partFile('part-1', false), {});
  await page.goto('/');
  await expect(cards(page).getByRole('article')).toHaveCount(19);
  await expect(card(page, 'Part 1')).toHaveCount(0);
});
