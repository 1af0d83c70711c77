import { buildModule, expect, ModuleOrigin, type Page, PortalProcess, signIn, test } from '../src';

/** What the reporter below keeps of a report. */
interface KeptReport {
  readonly kind: string;
  readonly error: string;
  readonly source?: string;
  readonly version?: string;
  readonly address?: string;
  readonly tenant?: string;
}

const moduleFile = '/smsa/1.4.2/module.js';
const reporterFile = '/reporter/reporter.js';

// Every fault here is on purpose; the browser logs what nobody catches.
test.use({
  expectedErrors:
    /thrown in|said so itself|of nobody|Script error|Unexpected identifier|\[portico\] @portico\/reporter/,
});
test.describe.configure({ mode: 'serial' });

let team: ModuleOrigin;
/** Scripts of no module, and the operator's reporter. */
let elsewhere: ModuleOrigin;
let portal: PortalProcess;

test.beforeAll(async () => {
  team = await ModuleOrigin.start();
  elsewhere = await ModuleOrigin.start();
  portal = await PortalProcess.start({
    moduleOrigins: [team.url, elsewhere.url],
    imports: {
      '@module/smsa-local': team.url + moduleFile,
      '@module/smsa-dev': `${team.url}/smsa-dev/module.js`,
      '@portico/reporter': elsewhere.url + reporterFile,
    },
  });
  team.serves(moduleFile, await buildModule('faulty'));
});
test.afterAll(async () => {
  await portal.stop();
  await Promise.all([team.stop(), elsewhere.stop()]);
});
test.beforeEach(() => serveReporter());

/** A reporter that keeps what it gets on the page; `first` runs at the start of its every report. */
function serveReporter(first = ''): void {
  elsewhere.serves(
    reporterFile,
    `System.register([], function (_export) {
      return {
        execute: function () {
          _export('report', function (report) {
            var kept = (window.keptReports ||= []);
            kept.push(Object.assign({}, report, { error: String(report.error) }));
            ${first}
          });
        },
      };
    });`,
  );
}

async function openFaulty(page: Page): Promise<void> {
  await signIn(page, 'dora', `${portal.url}/smsa-local/`);
  await expect(page.getByRole('heading', { name: 'Faulty' })).toBeVisible();
}

async function press(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('button', { name, exact: true }).click();
}

function reports(page: Page): Promise<KeptReport[]> {
  return page.evaluate(() => Reflect.get(window, 'keptReports') ?? []);
}

async function errors(page: Page): Promise<string[]> {
  return (await reports(page)).map(({ error }) => error);
}

/** Runs a script of nobody's, as a tag manager or an extension would bring it. */
async function addScript(page: Page, file: string, crossOrigin: string | null): Promise<void> {
  await page.evaluate(
    ({ src, cors }) => {
      document.body.append(Object.assign(document.createElement('script'), { crossOrigin: cors, src }));
    },
    { src: elsewhere.url + file, cors: crossOrigin },
  );
}

async function expectUsablePortal(page: Page): Promise<void> {
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
}

test('what a module throws, wherever it does, is reported with its name, version, address and tenant', async ({
  page,
}) => {
  await openFaulty(page);
  await press(page, 'event', 'timer', 'promise', 'report', 'render');
  await expect(page.getByRole('heading', { name: 'SMSA local parou de funcionar' })).toBeVisible();
  await expect.poll(async () => (await reports(page)).length).toBe(5);
  const of = { source: '@module/smsa-local', version: '1.4.2', address: team.url + moduleFile, tenant: 'smsa' };
  const found = await reports(page);
  expect(found.toSorted((a, b) => a.error.localeCompare(b.error))).toEqual([
    { ...of, kind: 'reported', error: 'Error: said so itself' },
    { ...of, kind: 'uncaught', error: 'Error: thrown in event' },
    { ...of, kind: 'unhandled-rejection', error: 'Error: thrown in promise' },
    { ...of, kind: 'uncaught', error: 'Error: thrown in timer' },
    { ...of, kind: 'crash', error: 'ModuleFailure: thrown in render' },
  ]);
  await expectUsablePortal(page);
});

test('a module that does not parse is one report, although the browser finds it uncaught as well', async ({ page }) => {
  team.serves('/smsa-dev/module.js', 'this is of nobody');
  await signIn(page, 'dora', `${portal.url}/smsa-dev/`);
  await expect(page.getByRole('heading', { name: 'SMSA dev não carregou' })).toBeVisible();
  await page.getByRole('banner').locator('a[href="/"]').click();
  await page.locator('a[href="/smsa-local/"]').click();
  await press(page, 'event');
  await expect.poll(async () => (await reports(page)).map(({ kind }) => kind)).toEqual(['load-error', 'uncaught']);
});

test('what a script of nobody throws is blamed on no module', async ({ page }) => {
  elsewhere.serves('/tag.js', "setTimeout(() => { throw new Error('of nobody'); });");
  await openFaulty(page);
  await addScript(page, '/tag.js', 'anonymous');
  await expect.poll(() => errors(page)).toEqual(['Error: of nobody']);
  // Without CORS the browser keeps the error and its stack to itself.
  await addScript(page, '/tag.js', null);
  await expect.poll(() => errors(page)).toEqual(['Error: of nobody', 'Script error.']);
  await page.evaluate(() => void Promise.reject(new Error('of nobody, inline')));
  await expect.poll(async () => (await reports(page)).length).toBe(3);
  const [tag, ...others] = await reports(page);
  expect(tag).toEqual({
    kind: 'uncaught',
    error: 'Error: of nobody',
    address: `${elsewhere.url}/tag.js`,
    tenant: 'smsa',
  });
  for (const { source, version } of others) expect({ source, version }).toEqual({});
  await expectUsablePortal(page);
});

test('a reporter that throws, also later, breaks nothing and does not report itself', async ({ page }) => {
  serveReporter("setTimeout(() => { throw new Error('thrown in reporter'); }); throw new Error('thrown in reporter');");
  await openFaulty(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await press(page, 'event');
  await expect.poll(() => faults).toEqual(['thrown in event', 'thrown in reporter']);
  await press(page, 'timer');
  await expect.poll(() => errors(page)).toEqual(['Error: thrown in event', 'Error: thrown in timer']);
  await expectUsablePortal(page);
});

test.describe('a reporter that does not load', () => {
  test.use({ expectedErrors: /thrown in|status of 503|@portico\/reporter/ });

  test('breaks nothing, and gets all reports once it is back', async ({ page }) => {
    elsewhere.fails(reporterFile, 503);
    await openFaulty(page);
    const before = elsewhere.requests.length;
    await press(page, 'event');
    await expect.poll(() => elsewhere.requests.length).toBeGreaterThan(before);
    serveReporter();
    await expect
      .poll(async () => {
        await press(page, 'timer');
        return (await errors(page)).slice(0, 2);
      })
      .toEqual(['Error: thrown in event', 'Error: thrown in timer']);
    await expectUsablePortal(page);
  });
});
