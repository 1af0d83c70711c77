import {
  type BuiltFiles,
  bell,
  buildContainer,
  expect,
  leave,
  leaveQuestion,
  type ModuleOrigin,
  noteField,
  type Page,
  type PortalProcess,
  signIn,
  stay,
  test,
  toastCard,
} from '../src';

test.use({
  portalName: 'deploys',
  moduleFiles: { 'smsa-local': '/local/1/remoteEntry.js', 'smsa-dev': '/dev/1/remoteEntry.js' },
  // What the browser and the shell log of a file that is gone. The last: a clock that jumps looks like a silent broker.
  expectedErrors:
    /Failed to load resource|\[portico\] @(module|portico)\/|ChunkLoadError|strict MIME type|Unexpected token|Erro ao conectar MQTT/,
});

const folders = { 'smsa-local': '/local', 'smsa-dev': '/dev' };
type Key = keyof typeof folders;
const deep = '/smsa-local/deep?tab=2#below';

const builds = new Map<Key, BuiltFiles>();
test.beforeAll(async () => {
  for (const key of ['smsa-local', 'smsa-dev'] as const) {
    builds.set(key, await buildContainer('late-part', { key, react: { requiredVersion: '^19.0.0' } }));
  }
});
test.beforeEach(async ({ portal, modules }) => {
  await portal.restoreImportMap();
  for (const key of ['smsa-local', 'smsa-dev'] as const) {
    for (const version of [1, 2, 3]) remove(modules, key, version);
    publish(modules, key, 1);
  }
  modules.requests.length = 0;
});

/** Puts the files of a version beside those of the others. */
function publish(modules: ModuleOrigin, key: Key, version: number): void {
  const files = [...(builds.get(key) ?? [])].map(
    ([name, content]) => [name, Buffer.from(content.toString().replaceAll('$VERSION', String(version)))] as const,
  );
  modules.servesFolder(`${folders[key]}/${version}`, new Map(files));
}

function remove(modules: ModuleOrigin, key: Key, version: number): void {
  modules.servesFolder(`${folders[key]}/${version}`, new Map());
}

/** Publishes a version, and names it in the import map. */
async function deploy(portal: PortalProcess, modules: ModuleOrigin, key: Key, version: number): Promise<void> {
  publish(modules, key, version);
  await portal.deploy({ [`@module/${key}`]: `${modules.url}${folders[key]}/${version}/remoteEntry.js` });
}

const title = (page: Page, version: number) => page.getByRole('heading', { level: 1, name: `Version ${version}` });
const details = (page: Page, version: number) =>
  page.getByRole('heading', { name: `Details of version ${version}`, exact: true });
const openDetails = (page: Page) => page.getByRole('button', { name: 'Details' }).click();
const crashed = (page: Page) => page.getByRole('heading', { name: 'SMSA local parou de funcionar' });
const offer = (page: Page, name = 'SMSA local') => toastCard(page, `Há uma nova versão de ${name}`);
const accept = (page: Page, name?: string) => offer(page, name).getByRole('button', { name: 'Atualizar' }).click();
const close = (page: Page, name?: string) => offer(page, name).getByRole('button', { name: 'Fechar' }).click();

/** Signs in, goes to an address by the address bar, and counts from then on how often the page is loaded. */
async function open(page: Page, address = deep): Promise<{ count: number }> {
  await signIn(page, 'dora');
  await page.goto(address);
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.count += 1;
  });
  return loads;
}

/** Does something that has the tab ask for the live map, and resolves once it has dealt with the answer. */
async function afterLook(page: Page, action: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse('/import-map.json');
  await action();
  await (await answered).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Lets time pass, in steps that the broker's connection and a call outlive, until the tab asks for the live map. */
async function waitForLook(page: Page): Promise<void> {
  await afterLook(page, async () => {
    let hasAsked = false;
    page.once('request', function watch(request) {
      hasAsked = request.url().endsWith('/import-map.json');
      if (!hasAsked) page.once('request', watch);
    });
    while (!hasAsked) await pass(page, 4_000);
  });
}

/** A clock that jumps while the top bar is still mounting its parts takes them for ones that hang. */
async function pass(page: Page, time: number): Promise<void> {
  await expect(bell(page)).toBeVisible();
  await page.clock.fastForward(time);
}

test('a tab whose chunk has vanished with a deploy reloads once, at the same address', async ({
  page,
  portal,
  modules,
}) => {
  const loads = await open(page);
  await expect(title(page, 1)).toBeVisible();
  await deploy(portal, modules, 'smsa-local', 2);
  remove(modules, 'smsa-local', 1);
  await openDetails(page);
  await expect(title(page, 2)).toBeVisible();
  await expect(page).toHaveURL(deep);
  await openDetails(page);
  await expect(details(page, 2)).toBeVisible();
  expect(loads.count).toBe(1);
});

test('so does one that gets a page of HTML for the chunk', async ({ page, portal, modules }) => {
  const loads = await open(page);
  await expect(title(page, 1)).toBeVisible();
  await deploy(portal, modules, 'smsa-local', 2);
  modules.servesHtml('/local/1/details.js');
  await openDetails(page);
  await expect(title(page, 2)).toBeVisible();
  await expect(page).toHaveURL(deep);
  expect(loads.count).toBe(1);
});

test('two deploys in the life of one tab are two reloads', async ({ page, portal, modules }) => {
  await page.clock.install();
  const loads = await open(page);
  for (const version of [1, 2]) {
    await expect(title(page, version)).toBeVisible();
    // A page that came by a reload and fails at once would not come again by itself.
    await pass(page, 11_000);
    await deploy(portal, modules, 'smsa-local', version + 1);
    remove(modules, 'smsa-local', version);
    await openDetails(page);
    await expect(title(page, version + 1)).toBeVisible();
    expect(loads.count).toBe(version);
  }
  await expect(page).toHaveURL(deep);
});

test('a chunk that is missing is an error as long as nothing was deployed, and never a reload', async ({
  page,
  modules,
}) => {
  const loads = await open(page);
  await expect(title(page, 1)).toBeVisible();
  modules.fails('/local/1/details.js', 404);
  await afterLook(page, () => openDetails(page));
  await expect(crashed(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  expect(loads.count).toBe(0);
});

test('a chunk that is missing in both versions is one reload, and then an error', async ({ page, portal, modules }) => {
  const loads = await open(page);
  await expect(title(page, 1)).toBeVisible();
  await deploy(portal, modules, 'smsa-local', 2);
  for (const version of [1, 2]) modules.fails(`/local/${version}/details.js`, 404);
  await openDetails(page);
  await expect(title(page, 2)).toBeVisible();
  await afterLook(page, () => openDetails(page));
  await expect(crashed(page)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  expect(loads.count).toBe(1);
});

test('unsaved work is not reloaded away: the new version is offered', async ({ page, portal, modules }) => {
  const loads = await open(page);
  await noteField(page).fill('half-typed');
  await deploy(portal, modules, 'smsa-local', 2);
  remove(modules, 'smsa-local', 1);
  await openDetails(page);
  await expect(offer(page)).toBeVisible();
  expect(loads.count).toBe(0);
  await accept(page);
  await expect(title(page, 2)).toBeVisible();
  await expect(page).toHaveURL(deep);
});

test.describe('a page that comes from a cache with an old map', () => {
  test.beforeEach(async ({ page, modules }) => {
    const map = await (await page.request.get('/import-map.json')).json();
    map.imports['@module/smsa-local'] = `${modules.url}/local/2/remoteEntry.js`;
    await page.route('/import-map.json', (route) => route.fulfill({ json: map }));
  });

  async function reloadInVain(page: Page, modules: ModuleOrigin): Promise<{ count: number }> {
    const loads = await open(page);
    await expect(title(page, 1)).toBeVisible();
    modules.fails('/local/1/details.js', 404);
    await openDetails(page);
    await expect.poll(() => loads.count).toBe(1);
    await expect(title(page, 1)).toBeVisible();
    return loads;
  }

  test('is reloaded once; then the user decides', async ({ page, modules }) => {
    await page.clock.install();
    const loads = await reloadInVain(page, modules);
    await pass(page, 11_000);
    await openDetails(page);
    await expect(offer(page)).toBeVisible();
    expect(loads.count).toBe(1);
  });

  test('is so, too, where nothing remembers the reload', async ({ page, modules }) => {
    await page.addInitScript(() => {
      sessionStorage.clear();
      // However slow the machine is, this is the start of the page.
      performance.now = () => 1_000;
    });
    const loads = await reloadInVain(page, modules);
    await openDetails(page);
    await expect(offer(page)).toBeVisible();
    expect(loads.count).toBe(1);
  });
});

test('a module that was not loaded yet comes from its new address, whose old one is gone', async ({
  page,
  portal,
  modules,
}) => {
  const loads = await open(page, '/');
  await deploy(portal, modules, 'smsa-local', 2);
  remove(modules, 'smsa-local', 1);
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
  await expect(title(page, 2)).toBeVisible();
  await openDetails(page);
  await expect(details(page, 2)).toBeVisible();
  expect(loads.count).toBe(0);
});

test('within a minute its old address is not asked for any more', async ({ page, portal, modules }) => {
  await page.clock.install();
  const loads = await open(page, '/');
  await expect(page.getByRole('main').locator('a[href="/smsa-local/"]')).toBeVisible();
  await deploy(portal, modules, 'smsa-local', 2);
  await waitForLook(page);
  modules.requests.length = 0;
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
  await expect(title(page, 2)).toBeVisible();
  expect(modules.requests.filter((file) => file.startsWith('/local/1/'))).toEqual([]);
  expect(loads.count).toBe(0);
});

test('the open module is offered its new version, once; another one is when it is opened', async ({
  page,
  portal,
  modules,
}) => {
  await page.clock.install();
  const loads = await open(page, '/smsa-dev/');
  await expect(title(page, 1)).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await page.getByRole('main').locator('a[href="/smsa-local/"]').click();
  await expect(title(page, 1)).toBeVisible();

  await deploy(portal, modules, 'smsa-dev', 2);
  await waitForLook(page);
  await expect(offer(page, 'SMSA dev')).toHaveCount(0);
  await page.getByRole('banner').locator('a[href="/"]').click();
  await page.getByRole('main').locator('a[href="/smsa-dev/"]').click();
  await expect(offer(page, 'SMSA dev')).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(offer(page, 'SMSA dev')).toHaveCount(0);
  await page.goBack();
  await close(page, 'SMSA dev');
  await waitForLook(page);
  await expect(offer(page, 'SMSA dev')).toHaveCount(0);
  expect(loads.count).toBe(0);
});

test('taking the offer asks about unsaved work, and lands on the same address', async ({ page, portal, modules }) => {
  await page.clock.install();
  const loads = await open(page);
  await noteField(page).fill('half-typed');
  await deploy(portal, modules, 'smsa-local', 2);
  await waitForLook(page);
  await accept(page);
  await expect(leaveQuestion(page)).toBeVisible();
  await stay(page);
  await expect(noteField(page)).toHaveValue('half-typed');
  expect(loads.count).toBe(0);
  // It is offered again, while the toast of the first offer is still leaving.
  await expect(async () => {
    await offer(page).last().getByRole('button', { name: 'Atualizar' }).click({ timeout: 1_000 });
    await expect(leaveQuestion(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await leave(page);
  await expect(title(page, 2)).toBeVisible();
  await expect(page).toHaveURL(deep);
  expect(loads.count).toBe(1);
});

test('a hidden page does not ask; it does so once when it is looked at again', async ({ page }) => {
  await page.clock.install();
  let looks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/import-map.json')) looks += 1;
  });
  await open(page, '/');
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
  const turn = (value: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, value);
  await waitForLook(page);
  await turn('hidden');
  for (let step = 0; step < 9; step += 1) await pass(page, 20_000);
  expect(looks).toBe(1);
  await afterLook(page, () => turn('visible'));
  expect(looks).toBe(2);
});

test('the shell itself is reloaded when one of its files has vanished', async ({ page, portal }) => {
  const loads = await open(page, '/');
  const { imports } = await (await page.request.get('/import-map.json')).json();
  const profile: string = imports['@portico/profile'];
  // The same file by another address.
  await portal.deploy({ '@portico/profile': `${profile}?2` });
  await page.route(`**${profile}`, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Menu da conta' }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await expect(page).toHaveURL('/profile');
  expect(loads.count).toBe(1);
});
