import { signIn } from '../../portal/sign-in';
import { expect, type Page } from '../../portal/test';
import { otherModule, publishedModule, publishFiles, publishingTest as test } from './publishing-test';

const parcel = `@module/${publishedModule}/card`;

/** A module whose file adds a style. Its parcel waits for `window.gate`, if a test sets one. */
const cardModule = `System.register([], (add) => ({
  execute() {
    const style = document.createElement('style');
    style.textContent = '.shared-card { letter-spacing: 3px }';
    document.head.append(style);
    const show = ({ element, id }) => {
      element.innerHTML = '<p class="shared-card"></p>';
      element.firstChild.textContent = 'Card of ' + id;
    };
    const empty = async ({ element }) => element.replaceChildren();
    add({
      mount: async ({ element }) => void (element.innerHTML = '<h1 class="shared-card">Cards</h1>'),
      unmount: empty,
      card: {
        mount: async (props) => { await window.gate; show(props); },
        update: async (props) => show(props),
        unmount: empty,
      },
    });
  },
}));`;

/** A module that shows the parcel, and gives it the next number at a click. */
const showingModule = `System.register([], (add) => ({
  execute() {
    add({
      mount: async ({ element, portal }) => {
        element.innerHTML = '<h1>Shows a card</h1><button>Next</button><div></div>';
        let id = 1;
        const card = portal.mountParcel('${parcel}', element.lastChild, { id });
        element.querySelector('button').onclick = () => card.update({ id: (id += 1) });
      },
      unmount: async ({ element }) => element.replaceChildren(),
    });
  },
}));`;

const card = (page: Page) => page.getByText(/^Card of/);
const openApp = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Aplicações' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

// The story provokes the messages of the browser and the shell about a failing parcel.
test.use({ expectedErrors: /\[portico\] @module\/smsa-local|Failed to load resource/ });

test('a module shows the parcel of another one with its styles, through failures, and to those who have that module', async ({
  page,
  portal,
}) => {
  await publishFiles(portal, publishedModule, new Map([['remoteEntry.js', Buffer.from(cardModule)]]), {
    declarations: { parcels: { card: 'card' } },
  });
  await publishFiles(portal, otherModule, new Map([['remoteEntry.js', Buffer.from(showingModule)]]));

  await test.step('its file does not load: a line in its place, and another try', async () => {
    await page.route(`**/modules/${publishedModule}/**`, (route) => route.abort());
    await signIn(page, 'dora', `/${otherModule}/`);
    await expect(page.getByText('SMSA local não carregou')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Shows a card' })).toBeVisible();
    await page.unroute(`**/modules/${publishedModule}/**`);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(card(page)).toHaveText('Card of 1');
  });
  await test.step('with its styles and its props', async () => {
    await expect(card(page)).toHaveCSS('letter-spacing', '3px');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(card(page)).toHaveText('Card of 2');
    await openApp(page, 'SMSA local');
    await expect(page.getByRole('heading', { name: 'Cards' })).toHaveCSS('letter-spacing', '3px');
    await expect(card(page)).toHaveCount(0);
  });
  await test.step('the user leaves while it mounts, and comes back', async () => {
    await page.evaluate(() =>
      Object.assign(window, { gate: new Promise((resolve) => Object.assign(window, { open: resolve })) }),
    );
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Shows a card' })).toBeVisible();
    await expect(page.locator('[data-portico-parcel]')).toHaveCount(1);
    await openApp(page, 'SMSA local');
    await expect(page.getByRole('heading', { name: 'Cards' })).toBeVisible();
    await page.evaluate('window.open()');
    await page.goBack();
    await expect(card(page)).toHaveText('Card of 1');
    await expect(page.locator('[data-portico-parcel]')).toHaveCount(1);
  });
  await test.step('a user without its module reads why', async () => {
    await page.context().clearCookies();
    await signIn(page, 'ana', `/${otherModule}/`);
    await expect(page.getByText(`Você não tem acesso a ${publishedModule}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(0);
  });
});
