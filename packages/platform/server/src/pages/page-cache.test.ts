import { configurationSchema, parseLook } from '@portico/contract';
import * as v from 'valibot';
import { writeTestShell } from '../testing/write-test-shell';
import { createPageCache } from './page-cache';
import type { PageSources } from './render-page';
import type { RequestedPage } from './requested-page';
import { createShellFiles } from './shell-files';

/** An import map that counts how often it is written as text. */
function createCountedMap() {
  const written = { count: 0 };
  const importMap = { imports: {}, integrity: {}, rollouts: {}, entries: {} };
  Object.defineProperty(importMap, 'toJSON', {
    value: () => {
      written.count += 1;
      return { imports: {} };
    },
  });
  return { importMap, written };
}

const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const tenant = { name: 'SMSA' };

async function createSources() {
  const { importMap, written } = createCountedMap();
  const files = await createShellFiles(writeTestShell())();
  const configuration = v.parse(configurationSchema, { tenants: { smsa: tenant } });
  return { sources: { files, importMap, preloads: {}, configuration }, written };
}

function request(parts: Partial<RequestedPage>): RequestedPage {
  const nothing = { form: undefined, refusal: undefined, current: undefined, modules: undefined };
  return { pathname: '/signin', look: parseLook(), session: 'none', ...nothing, ...parts };
}

test('the part of the page that sessions share is rendered once', async () => {
  const { sources, written } = await createSources();
  const { getPage } = createPageCache();
  const texts = [];
  for (let number = 0; number < 20; number += 1) {
    const user = { email: `user-${number}@portico.test`, name: 'Ana' };
    const session = { access_token: String(number), user, apps };
    const open = () => getPage(sources, request({ pathname: '/', session })).text;
    // The same session object gets the same text, which is compressed once.
    expect(open()).toBe(open());
    texts.push(open().bytes.toString());
  }
  expect(written.count).toBe(1);
  expect(new Set(texts).size).toBe(20);
});

test('forms with different links and answers share it as well, and are not kept', async () => {
  const { sources, written } = await createSources();
  const { getPage } = createPageCache();
  const open = (search: string) => getPage(sources, request({ form: { locale: 'pt', tenant, search } })).text;
  for (let number = 0; number < 20; number += 1) {
    expect(open(`?link=%2Fsmsa%2F${number}`).bytes.toString()).toContain(`action="/signin?link=%2Fsmsa%2F${number}"`);
  }
  expect(written.count).toBe(1);
  expect(open('?link=%2Fa')).not.toBe(open('?link=%2Fa'));
  expect(open('')).toBe(open(''));
});

test('other sources are another page, also for the same request', async () => {
  const { sources, written } = await createSources();
  const { getPage } = createPageCache();
  const requested = request({});
  const open = (changed: Partial<PageSources> = {}) => getPage({ ...sources, ...changed }, requested).text;
  const first = open();
  expect(open()).toBe(first);
  const later = createCountedMap();
  expect(open({ importMap: later.importMap })).not.toBe(first);
  expect([written.count, later.written.count]).toEqual([1, 1]);
  const files = { ...sources.files, firstPaint: 'later()' };
  expect(open({ files }).bytes.toString()).toContain('later()');
  const tenants = { smsa: { name: 'Later' } };
  expect(open({ configuration: { ...sources.configuration, tenants } }).bytes.toString()).toContain('Later');
  expect(open()).toBe(first);
});

test('requests keep no page that the cache has dropped', async () => {
  const { sources } = await createSources();
  const { getPage } = createPageCache();
  const requested = request({});
  const first = getPage(sources, requested).text;
  // Together they take more than all pages may.
  for (let number = 0; number < 10; number += 1) {
    const files = { ...sources.files, firstPaint: `//${number}${'x'.repeat(1024 * 1024)}` };
    getPage({ ...sources, files }, request({}));
  }
  expect(getPage(sources, requested).text).not.toBe(first);
});
