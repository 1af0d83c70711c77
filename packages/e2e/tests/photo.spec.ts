import { axeFindings, expect, look, type Page, pictureOf, signIn, test, turned, UserPhoto } from '../src';

const own = { ana: 'ana@portico.test', bruno: 'bruno@portico.test', dora: 'dora@portico.test' };

// The tests of a file share its accounts, and each starts without photos.
test.afterEach(async ({ portal }) => {
  for (const email of Object.values(own)) await (await UserPhoto.of(portal, email)).remove();
});

const inBar = (page: Page) => page.getByRole('button', { name: 'Menu da conta' }).locator('img');
const inProfile = (page: Page) => page.getByRole('main').locator('.portico-ui-avatar-80');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ajustar a foto' });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar' }).click();

async function choose(page: Page, buffer: Buffer, name = 'photo.png', mimeType = 'image/png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Enviar|Alterar) imagem$/ }).click();
  await (await chooser).setFiles({ name, mimeType, buffer });
}

async function upload(page: Page, buffer: Buffer): Promise<void> {
  await choose(page, buffer);
  await expect(dialog(page)).toBeVisible();
  await confirm(page);
  await expect(dialog(page)).toBeHidden();
}

test('a photo is chosen, cropped by the keyboard alone, and seen everywhere', async ({ page, portal }) => {
  await signIn(page, 'ana', '/profile');
  await expect(page.getByRole('button', { name: 'Excluir foto' })).toHaveCount(0);
  await choose(page, await pictureOf(page, { width: 1600, height: 800 }));
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole('application', { name: 'Foto, movida pelas setas do teclado' })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);

  // To its left edge, which is red; enlarged it stays red.
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
  const kept = await (await UserPhoto.of(portal, own.ana)).read();
  expect(kept?.mime).toBe('image/webp');
  expect(kept && (await look(page, kept.data))).toEqual({
    width: 512,
    height: 512,
    across: ['red', 'red', 'red'],
    down: ['red', 'red', 'red'],
  });

  await page.reload();
  await expect(inBar(page)).toHaveJSProperty('naturalWidth', 512);
});

test('a dropped file is cropped around its middle, and moved by the pointer', async ({ page, portal }) => {
  await signIn(page, 'ana', '/profile');
  const photo = await UserPhoto.of(portal, own.ana);
  const picture = await pictureOf(page, { width: 1600, height: 800, type: 'image/webp' });
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
  const across = async () => {
    const kept = await photo.read();
    return kept && (await look(page, kept.data)).across;
  };

  await drop();
  await confirm(page);
  await expect(inBar(page)).toBeVisible();
  const [left, , right] = (await across()) ?? [];
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
  expect(await across()).toEqual(['blue', 'blue', 'blue']);
});

test('a photo that the camera held upright stays upright', async ({ page, portal }) => {
  await signIn(page, 'ana', '/profile');
  await upload(page, turned(await pictureOf(page, { width: 600, height: 600, type: 'image/jpeg' })));
  await expect(inBar(page)).toBeVisible();
  const kept = await (await UserPhoto.of(portal, own.ana)).read();
  const { down } = (kept && (await look(page, kept.data))) ?? {};
  expect([down?.[0], down?.[2]]).toEqual(['red', 'blue']);
});

test('a file that is no photo is refused before it is sent, and the old photo stays', async ({ page, portal }) => {
  await signIn(page, 'ana', '/profile');
  const picture = await pictureOf(page, { width: 400, height: 400 });
  await (await UserPhoto.of(portal, own.ana)).set(picture);
  await page.reload();
  await expect(inProfile(page)).toHaveJSProperty('naturalWidth', 512);
  const address = await inProfile(page).getAttribute('src');
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url());
  });
  const refused: readonly [Buffer, string][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Escolha uma imagem PNG, JPEG ou WebP.'],
    [Buffer.from('GIF89a'), 'Escolha uma imagem PNG, JPEG ou WebP.'],
    [Buffer.alloc(0), 'Escolha uma imagem PNG, JPEG ou WebP.'],
    [Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)]), 'Esta imagem tem mais de 5 MB. Escolha uma menor.'],
    [picture.subarray(0, picture.length / 2), 'Não foi possível ler esta imagem. Escolha outra.'],
    [
      (await pictureOf(page, { width: 400, height: 400, type: 'image/jpeg' })).subarray(0, 700),
      'Não foi possível ler esta imagem. Escolha outra.',
    ],
  ];
  for (const [file, text] of refused) {
    await choose(page, file);
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(inProfile(page)).toHaveAttribute('src', address ?? '');
  expect(writes).toEqual([]);
});

test.describe('what the server refuses', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('is said in its words, and the crop stays for another try', async ({ page }) => {
    await signIn(page, 'bruno', '/profile');
    await page.route('**/api/users/images?email=*', (route) =>
      route.fulfill({ status: 400, json: { code: 'image-unreadable', message: 'Hoje não.' } }),
    );
    await choose(page, await pictureOf(page, { width: 400, height: 400 }));
    await page.getByRole('slider').fill('2');
    await confirm(page);
    await expect(dialog(page).getByRole('alert')).toHaveText('Hoje não.');
    await expect(page.getByRole('slider')).toHaveValue('2');
    await page.unroute('**/api/users/images?email=*');
    await confirm(page);
    await expect(dialog(page)).toBeHidden();
    await expect(inBar(page)).toBeVisible();
  });
});

test('leaving while a crop is open asks first, and staying keeps it', async ({ page }) => {
  await signIn(page, 'bruno');
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await choose(page, await pictureOf(page, { width: 400, height: 400 }));
  await page.getByRole('slider').fill('2');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' });
  await question.getByRole('button', { name: 'Ficar' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('slider')).toHaveValue('2');
  await page.goBack();
  await question.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Bruno' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('another tab follows an upload, an update and a deletion without a reload', async ({ context, page }) => {
  await signIn(page, 'ana', '/profile');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  await expect(inBar(other)).toHaveCount(0);

  await upload(page, await pictureOf(page, { width: 300, height: 300 }));
  await expect(inBar(other)).toHaveJSProperty('naturalWidth', 512);
  const first = await inBar(other).getAttribute('src');
  await upload(page, await pictureOf(page, { width: 300, height: 300, halves: ['#00ff00', '#00ff00'] }));
  await expect(inBar(other)).not.toHaveAttribute('src', first ?? '');

  await page.getByRole('button', { name: 'Excluir foto' }).click();
  const question = page.getByRole('dialog', { name: 'Tem certeza de que deseja excluir a foto do perfil?' });
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(inBar(page)).toBeVisible();
  await page.getByRole('button', { name: 'Excluir foto' }).click();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: 'Enviar imagem' })).toBeFocused();
  for (const tab of [page, other]) {
    await expect(inBar(tab)).toHaveCount(0);
    await expect(tab.getByRole('button', { name: 'Menu da conta' })).toHaveText('A');
  }
});

test('the photo is fetched once, whatever is visited, and not again on focus', async ({ context, page, portal }) => {
  await page.goto('/signin');
  await (await UserPhoto.of(portal, own.ana)).set(await pictureOf(page, { width: 300, height: 300 }));
  const fetches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/users/images')) fetches.push(request.url());
  });
  await signIn(page, 'ana');
  await expect(inBar(page)).toHaveJSProperty('naturalWidth', 512);
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(inProfile(page)).toHaveJSProperty('naturalWidth', 512);
  const other = await context.newPage();
  await other.goto('about:blank');
  await other.bringToFront();
  await page.bringToFront();
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });
  await page.getByRole('banner').getByRole('link', { name: 'SMSA' }).click();
  await expect(page.getByRole('heading', { name: 'Olá, Ana' })).toBeVisible();
  expect(fetches).toHaveLength(1);
});

test.describe('a photo that does not load', () => {
  test.use({ expectedErrors: /status of 403/ });

  test('leaves the letter, and the next one is shown', async ({ page }) => {
    const broken = {
      email: own.bruno,
      image: { mime: 'image/png', data: Buffer.from('not a picture').toString('base64') },
    };
    await page.route('**/api/users/images?emails=*', (route) => route.fulfill({ json: [broken] }));
    const answer = page.waitForResponse('**/api/users/images?emails=*');
    await signIn(page, 'bruno', '/profile');
    await answer;
    await expect(page.getByRole('button', { name: 'Alterar imagem' })).toBeVisible();
    await expect(inBar(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toHaveText('B');
    await expect(inProfile(page)).toHaveText('B');
    await page.unroute('**/api/users/images?emails=*');
    await upload(page, await pictureOf(page, { width: 300, height: 300 }));
    await expect(inBar(page)).toHaveJSProperty('naturalWidth', 512);
  });

  test('leaves the letter when the server refuses it', async ({ page }) => {
    await page.route('**/api/users/images?emails=*', (route) => route.fulfill({ status: 403, json: {} }));
    const answer = page.waitForResponse('**/api/users/images?emails=*');
    await signIn(page, 'bruno');
    await answer;
    await expect(page.getByRole('button', { name: 'Menu da conta' })).toHaveText('B');
  });
});
