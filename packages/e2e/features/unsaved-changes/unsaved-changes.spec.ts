import { expect, type Page, test } from '../../portal/test';
import {
  chooseInMenu,
  expectAt,
  leave,
  leaveQuestion,
  noteField,
  openNotesWithinHistory,
  openUnsavedNotes,
  readHistory,
  setDirty,
  stay,
} from './unsaved-changes';

// A history step of the browser cancels open requests.
test.use({ expectedErrors: /Erro ao conectar MQTT .*ChunkLoadError/ });

interface WayOut {
  readonly name: string;
  readonly take: (page: Page) => Promise<void>;
  readonly leadsTo: string;
  /** The number of history entries of the step. */
  readonly by: number;
  readonly state?: unknown;
}

const waysByClick: WayOut[] = [
  {
    name: 'a link, whose state arrives',
    take: (page) => page.getByRole('link', { name: 'Away' }).click(),
    leadsTo: '/profile',
    by: 1,
    state: { usr: 'kept' },
  },
  { name: 'the logo', take: (page) => page.getByRole('banner').locator('a[href="/"]').click(), leadsTo: '/', by: 1 },
  { name: 'the app switcher', take: (page) => chooseInMenu(page, 'Aplicações', 'SMSA'), leadsTo: '/smsa/', by: 1 },
  {
    name: 'the account menu',
    take: (page) => chooseInMenu(page, 'Menu da conta', 'Perfil'),
    leadsTo: '/profile',
    by: 1,
  },
];

const waysByHistory: WayOut[] = [
  { name: 'several entries at once', take: (page) => page.evaluate(() => history.go(-3)), leadsTo: '/', by: -3 },
  { name: 'back', take: (page) => page.evaluate(() => history.back()), leadsTo: '/profile', by: -1 },
  { name: 'forward', take: (page) => page.evaluate(() => history.forward()), leadsTo: '/404?ahead', by: 1 },
  {
    name: 'a replaced entry',
    take: (page) => page.evaluate(() => history.replaceState(null, '', '/404')),
    leadsTo: '/404',
    by: 0,
  },
];

for (const [kind, ways] of [
  ['by clicks', waysByClick],
  ['through the history', waysByHistory],
] as const) {
  test(`navigation ${kind}: staying keeps everything, leaving navigates and asks no more`, {
    tag: ways === waysByHistory ? '@firefox' : [],
  }, async ({ page, modules }) => {
    await openUnsavedNotes(page, modules);
    for (const [turn, way] of ways.entries()) {
      await test.step(way.name, async () => {
        if (turn > 0) await openNotesWithinHistory(page);
        await expectStayAndLeave(page, way);
      });
    }
  });
}

async function expectStayAndLeave(page: Page, { take, leadsTo, by, state }: WayOut): Promise<void> {
  const before = await readHistory(page);
  await noteField(page).focus();
  await take(page);
  await expect(leaveQuestion(page)).toBeVisible();
  await expect(leaveQuestion(page).getByRole('button', { name: 'Ficar' })).toBeFocused();
  await expect(page).toHaveURL('/smsa-local/');
  await stay(page);
  await expect(leaveQuestion(page)).toBeHidden();
  expect(await readHistory(page)).toEqual(before);
  await expect(noteField(page)).toHaveValue('half-typed');

  await take(page);
  await leave(page);
  await expectAt(page, leadsTo, before.index + by);
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeHidden();
  await expect(leaveQuestion(page)).toBeHidden();
  if (state) expect(await page.evaluate(() => history.state)).toEqual(state);
  await page.evaluate(() => history.pushState({}, '', '/404?free'));
  await expect(page).toHaveURL('/404?free');
}

test('staying returns the focus; with the keyboard, Escape stays and the second button leaves', {
  tag: '@firefox',
}, async ({ page, modules }) => {
  await openUnsavedNotes(page, modules);
  await test.step('to the form', async () => {
    await noteField(page).press('End');
    await page.evaluate(() => history.back());
    await stay(page);
    await page.keyboard.type('!');
    await expect(noteField(page)).toHaveValue('half-typed!');
  });
  await test.step('to the button of a menu', async () => {
    await chooseInMenu(page, 'Aplicações', 'SMSA');
    await stay(page);
    await expect(page.getByRole('button', { name: 'Aplicações' })).toBeFocused();
  });
  await test.step('to a link, with the keyboard only', async () => {
    await page.getByRole('link', { name: 'Away' }).focus();
    await page.keyboard.press('Enter');
    await expect(leaveQuestion(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(leaveQuestion(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'Away' })).toBeFocused();
  });
  await test.step('leaving with the keyboard only', async () => {
    await page.keyboard.press('Enter');
    await expect(leaveQuestion(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('signing out asks; staying stays signed in, leaving signs out', async ({ page, modules }) => {
  await openUnsavedNotes(page, modules);
  await chooseInMenu(page, 'Menu da conta', 'Encerrar sessão');
  await stay(page);
  await expect(noteField(page)).toHaveValue('half-typed');
  await chooseInMenu(page, 'Menu da conta', 'Encerrar sessão');
  await leave(page);
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible();
  await expect(page).toHaveURL('/signin?link=%2Fsmsa-local%2F');
});

test('the browser asks before a tab with unsaved changes is closed or reloaded', { tag: '@firefox' }, async ({
  page,
  modules,
}) => {
  await openUnsavedNotes(page, modules);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => location.reload());
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload']);
  await expect(noteField(page)).toHaveValue('half-typed');
  await setDirty(page, false);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
  expect(asked).toHaveLength(2);
});
