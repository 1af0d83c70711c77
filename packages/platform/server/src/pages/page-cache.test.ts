import { configurationSchema, parseLook } from '@portico/contract';
import * as v from 'valibot';
import { writeTestShell } from '../testing/write-test-shell';
import { createPageCache } from './page-cache';
import type { PageRequest } from './page-request';
import type { PageSources } from './render-page';
import { createShellFiles } from './shell-files';

const tenant = { name: 'SMSA' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const session = { access_token: 'token', user: { email: 'ana@portico.test', name: 'Ana' }, apps };

async function createSources(): Promise<PageSources> {
  const files = await createShellFiles(writeTestShell())();
  const importMap = { imports: {}, integrity: {}, rollouts: {}, entries: {} };
  const configuration = v.parse(configurationSchema, { tenants: { smsa: tenant } });
  return { files, importMap, preloads: {}, configuration };
}

function request(parts: Partial<PageRequest> = {}): PageRequest {
  const { address = '/signin' } = parts;
  const form = { locale: 'pt', tenant, search: '' } as const;
  return {
    ...{ address, pathname: address, locale: 'pt', look: parseLook(), session: 'none', modules: undefined, form },
    ...parts,
  };
}

test('the cache distinguishes pages by everything that they depend on', async () => {
  const sources = await createSources();
  const getPage = createPageCache();
  const pages: [PageSources, PageRequest][] = [
    [sources, request()],
    [sources, request({ address: '/signin?link=%2Fsmsa' })],
    [sources, request({ locale: 'en' })],
    [sources, request({ look: parseLook('en-dark') })],
    [sources, request({ session: 'ended' })],
    [sources, request({ session, form: undefined })],
    [sources, request({ session: { ...session, access_token: 'next' }, form: undefined })],
    [sources, request({ session: { ...session, apps: [] }, form: undefined })],
    [{ ...sources, dependsOnUser: true }, request()],
    [{ ...sources, files: { ...sources.files } }, request()],
    [{ ...sources, importMap: { ...sources.importMap } }, request()],
    [{ ...sources, configuration: { ...sources.configuration, tenants: {} } }, request()],
  ];
  const texts = pages.map((page) => getPage(...page).text);
  expect(new Set(texts).size).toBe(pages.length);
  for (const [index, [page, requested]] of pages.entries()) {
    expect(getPage(page, { ...requested }).text).toBe(texts[index]);
  }
});

test('does not cache pages for a single browser', async () => {
  const sources = await createSources();
  const getPage = createPageCache();
  const previews = { active: [], ended: [{ module: 'smsa', version: '1.0.0' }], isInvalid: false };
  const developer = { origins: ['http://localhost:9200'], styleNonce: 'abc' };
  const refusal = { reason: 'wrong-credentials', email: 'ana@portico.test', wait: 0 } as const;
  const text = getPage(sources, request()).text;
  expect(getPage(sources, request(), { previews }).text.bytes.toString()).toContain('"previews"');
  expect(getPage(sources, request(), { developer }).text.bytes.toString()).toContain('"isDeveloper":true');
  expect(getPage(sources, request({ refusal })).text.bytes.toString()).toContain('ana@portico.test');
  expect(getPage(sources, request()).text).toBe(text);
});

test('limits the size of the cache', async () => {
  const sources = await createSources();
  const getPage = createPageCache();
  const first = getPage(sources, request()).text;
  for (let number = 0; number < 20; number += 1) {
    const files = { ...sources.files, firstPaint: `//${number}${'x'.repeat(1024 * 1024)}` };
    getPage({ ...sources, files }, request());
  }
  expect(getPage(sources, request()).text).not.toBe(first);
});
