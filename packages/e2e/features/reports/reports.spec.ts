import { buildModule } from '../../portal/build-module';
import type { ModuleOrigin } from '../../portal/module-origin';
import { signIn } from '../../portal/sign-in';
import { expect, type Page, test } from '../../portal/test';

/** The part of a report that the reporter below keeps. */
interface KeptReport {
  readonly kind: string;
  readonly error: string;
  readonly source?: string;
  readonly version?: string;
  readonly address?: string;
  readonly tenant?: string;
  readonly requestId?: string;
}

const moduleFile = '/smsa/1.4.2/module.js';
const reporterFile = '/reporter/reporter.js';

// The tests provoke these errors; the browser logs uncaught ones.
test.use({
  expectedErrors:
    /thrown in|said so itself|of nobody|Script error|[Uu]nexpected (?:token: )?identifier|\[portico\] @portico\/reporter/,
});

test.beforeEach(async ({ portal, modules, elsewhere }) => {
  await portal.deploy({
    '@module/smsa-local': modules.url + moduleFile,
    '@module/smsa-dev': `${modules.url}/smsa-dev/module.js`,
    '@portico/reporter': elsewhere.url + reporterFile,
  });
  modules.serves(moduleFile, await buildModule('faulty'));
  serveReporter(elsewhere);
});

/** A reporter that keeps its reports on the page. */
function serveReporter(elsewhere: ModuleOrigin): void {
  elsewhere.serves(
    reporterFile,
    `System.register([], function (_export) {
      return {
        execute: function () {
          _export('report', function (report) {
            var kept = (window.keptReports ||= []);
            kept.push(Object.assign({}, report, { error: String(report.error) }));
          });
        },
      };
    });`,
  );
}

function reports(page: Page): Promise<KeptReport[]> {
  return page.evaluate(() => Reflect.get(window, 'keptReports') ?? []);
}

async function openHome(page: Page): Promise<void> {
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page.getByRole('heading', { name: 'Olá, Dora' })).toBeVisible();
}

test('every error of a module is reported once with name, version, address and tenant', async ({ page, modules }) => {
  modules.serves('/smsa-dev/module.js', 'this is of nobody');
  await signIn(page, 'dora', '/smsa-dev/');
  await expect(page.getByRole('heading', { name: 'SMSA dev não carregou' })).toBeVisible();
  await openHome(page);
  await page.locator('a[href="/smsa-local/"]').click();
  await expect(page.getByRole('heading', { name: 'Faulty' })).toBeVisible();
  for (const name of ['event', 'timer', 'promise', 'report', 'render'])
    await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'SMSA local parou de funcionar' })).toBeVisible();
  await expect.poll(async () => (await reports(page)).length).toBe(6);
  const of = {
    source: '@module/smsa-local',
    version: '1.4.2',
    address: modules.url + moduleFile,
    tenant: 'smsa',
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  };
  const [unparsed, ...found] = await reports(page);
  expect(unparsed?.kind).toBe('load-error');
  expect(found.toSorted((a, b) => a.error.localeCompare(b.error))).toEqual([
    { ...of, kind: 'reported', error: 'Error: said so itself' },
    { ...of, kind: 'uncaught', error: 'Error: thrown in event' },
    { ...of, kind: 'unhandled-rejection', error: 'Error: thrown in promise' },
    { ...of, kind: 'uncaught', error: 'Error: thrown in timer' },
    { ...of, kind: 'crash', error: 'ModuleFailure: thrown in render' },
  ]);
  await openHome(page);
});
