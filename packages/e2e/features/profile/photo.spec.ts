import { axeFindings } from '../../portal/axe';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';
import { drawPicture, readPicture, rotate } from './picture';
import { UserPhoto } from './user-photo';

const inBar = (page: Page) => page.getByRole('button', { name: 'Menu da conta' }).locator('img');
const inProfile = (page: Page) => page.getByRole('main').locator('.portico-ui-avatar-80');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ajustar a foto' });
const confirm = (page: Page) => page.getByRole('button', { name: 'Salvar foto' }).click();

async function choose(page: Page, buffer: Buffer, name = 'photo.png', mimeType = 'image/png'): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

/** Like `choose`, with the dialog of the browser. In Firefox a test sees only one such dialog. */
async function chooseInDialog(page: Page, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Enviar imagem' }).click();
  await (await chooser).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
}

async function upload(page: Page, buffer: Buffer): Promise<void> {
  await choose(page, buffer);
  await expect(dialog(page)).toBeVisible();
  await confirm(page);
  await expect(dialog(page)).toBeHidden();
}

test('a photo is chosen, cropped by keyboard alone, and shown everywhere', async ({ page, portal, user }) => {
  await signIn(page, user, '/profile');
  await expect(page.getByRole('button', { name: 'Excluir foto' })).toHaveCount(0);
  await chooseInDialog(page, await drawPicture(page, { width: 1600, height: 800 }));
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole('application', { name: 'Foto, movida pelas setas do teclado' })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);

  // Move to the left edge of the picture: it is red, also enlarged.
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeFocused();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();

  await expect(page.getByText('A sua foto foi salva.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Alterar imagem' })).toBeFocused();
  await expect(inBar(page)).toHaveJSProperty('naturalWidth', 512);
  await expect(inProfile(page)).toHaveJSProperty('naturalWidth', 512);
  const kept = await (await UserPhoto.open(portal, user)).read();
  expect(kept?.mime).toBe('image/webp');
  expect(kept && (await readPicture(page, kept.data))).toEqual({
    width: 512,
    height: 512,
    across: ['red', 'red', 'red'],
    down: ['red', 'red', 'red'],
  });

  await page.reload();
  await expect(inBar(page)).toHaveJSProperty('naturalWidth', 512);
});

test('a dropped file is cropped around its centre, and the pointer moves it; a file with an EXIF rotation is upright', {
  tag: '@firefox',
}, async ({ page, portal, user }) => {
  await signIn(page, user, '/profile');
  const photo = await UserPhoto.open(portal, user);
  const picture = await drawPicture(page, { width: 1600, height: 800, type: 'image/webp' });
  const drop = async () => {
    const dataTransfer = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], 'photo.webp', { type: 'image/webp' }));
        return transfer;
      },
      [...picture],
    );
    await inProfile(page).dispatchEvent('dragover', { dataTransfer });
    await expect(page.locator('.portico-profile-photo[data-over]')).toBeVisible();
    await inProfile(page).dispatchEvent('drop', { dataTransfer });
    await expect(page.locator('.portico-profile-photo[data-over]')).toHaveCount(0);
    await expect(page.getByRole('application')).toBeFocused();
  };
  const see = async () => {
    const kept = await photo.read();
    return kept && (await readPicture(page, kept.data));
  };

  await drop();
  await confirm(page);
  await expect(inBar(page)).toBeVisible();
  const [left, , right] = (await see())?.across ?? [];
  expect([left, right]).toEqual(['red', 'blue']);

  await drop();
  const window = await page.getByRole('application').boundingBox();
  if (!window) throw new Error('The crop is not on screen.');
  await page.mouse.move(window.x + window.width / 2, window.y + window.height / 2);
  await page.mouse.down();
  await page.mouse.move(window.x - window.width, window.y + window.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(window.x + window.width / 2, window.y + window.height / 2);
  await page.mouse.wheel(0, -200);
  await expect(page.getByRole('slider')).not.toHaveValue('1');
  await confirm(page);
  await expect(dialog(page)).toBeHidden();
  expect((await see())?.across).toEqual(['blue', 'blue', 'blue']);

  await upload(page, rotate(await drawPicture(page, { width: 600, height: 600, type: 'image/jpeg' })));
  const { down } = (await see()) ?? {};
  expect([down?.[0], down?.[2]]).toEqual(['red', 'blue']);
});

test.describe('a refusal of the server', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('shows the server’s message, and the crop stays for a retry; leaving it asks first', async ({ page, user }) => {
    await signIn(page, user);
    await page.getByRole('button', { name: 'Menu da conta' }).click();
    await page.getByRole('menuitem', { name: 'Perfil' }).click();
    await page.route('**/api/users/images?email=*', (route) =>
      route.fulfill({ status: 400, json: { code: 'image-unreadable', message: 'Hoje não.' } }),
    );
    const picture = await drawPicture(page, { width: 400, height: 400 });
    await choose(page, picture);
    await page.getByRole('slider').fill('2');
    await confirm(page);
    await expect(dialog(page).getByRole('alert')).toHaveText('Hoje não.');
    const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
    await page.goBack();
    await question.getByRole('button', { name: 'Ficar' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole('slider')).toHaveValue('2');
    await page.unroute('**/api/users/images?email=*');
    await confirm(page);
    await expect(dialog(page)).toBeHidden();
    await expect(inBar(page)).toBeVisible();

    await choose(page, picture);
    await expect(page.getByRole('application')).toBeFocused();
    await page.goBack();
    await question.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('another tab follows an upload, an update and a deletion without a reload', async ({ context, page, user }) => {
  await signIn(page, user, '/profile');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await expect(inBar(other)).toHaveCount(0);

  await upload(page, await drawPicture(page, { width: 300, height: 300 }));
  await expect(inBar(other)).toHaveJSProperty('naturalWidth', 512);
  const first = await inBar(other).getAttribute('src');
  await upload(page, await drawPicture(page, { width: 300, height: 300, halves: ['#00ff00', '#00ff00'] }));
  await expect(inBar(other)).not.toHaveAttribute('src', first ?? '');

  // In Firefox only the tab in front gets the focus.
  await page.bringToFront();
  await page.getByRole('button', { name: 'Excluir foto' }).click();
  const question = page.getByRole('dialog', { name: 'Tem certeza de que deseja excluir a foto do perfil?' });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(inBar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Excluir foto' }).click();
  await question.getByRole('button', { name: 'Excluir foto' }).click();
  await expect(page.getByRole('button', { name: 'Enviar imagem' })).toBeFocused();
  for (const tab of [page, other]) {
    await expect(inBar(tab)).toHaveCount(0);
    await expect(tab.getByRole('button', { name: 'Menu da conta' })).toHaveText('A');
  }
});
