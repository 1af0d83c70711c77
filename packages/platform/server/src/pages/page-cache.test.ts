import { configurationSchema, parseLook } from '@portico/contract';
import * as v from 'valibot';
import { writeTestShell } from '../testing/write-test-shell';
import { createPageCache } from './page-cache';
import type { PageInput } from './render-page';
import { createShellFiles } from './shell-files';

const tenant = { name: 'SMSA' };
const apps = [{ name: 'SMSA', module: 'smsa', description: '' }];
const session = { access_token: 'token', user: { email: 'ana@portico.test', name: 'Ana' }, apps };

async function createInput(): Promise<PageInput> {
  const files = await createShellFiles(writeTestShell())();
  const importMap = { imports: {}, integrity: {}, rollouts: {}, entries: {} };
  const configuration = v.parse(configurationSchema, { tenants: { smsa: tenant } });
  const request = { address: '/signin', locale: 'pt', look: parseLook(), session: 'none' } as const;
  return { files, importMap, preloads: {}, dependsOnUser: false, configuration, isMapPartial: false, ...request };
}

test('the cache distinguishes pages by everything that they depend on', async () => {
  const input = await createInput();
  const getPage = createPageCache();
  const changes: Partial<PageInput>[] = [
    {},
    { address: '/signin?link=%2Fsmsa' },
    { locale: 'en' },
    { look: parseLook('en-dark') },
    { session: 'ended' },
    { session },
    { session: { ...session, access_token: 'next' } },
    { session: { ...session, apps: [] } },
    { dependsOnUser: true },
    { isMapPartial: true },
    { files: { ...input.files } },
    { importMap: { ...input.importMap } },
    { configuration: { ...input.configuration, tenants: {} } },
  ];
  const texts = changes.map((change) => getPage({ ...input, ...change }).text);
  expect(new Set(texts).size).toBe(changes.length);
  for (const [index, change] of changes.entries()) expect(getPage({ ...input, ...change }).text).toBe(texts[index]);
});

test('does not cache pages for a single browser', async () => {
  const input = await createInput();
  const getPage = createPageCache();
  const previews = { active: [], ended: [{ module: 'smsa', version: '1.0.0' }], isInvalid: false };
  const developer = { origins: ['http://localhost:9200'], styleNonce: 'abc' };
  const refusal = { reason: 'wrong-credentials', email: 'ana@portico.test', wait: 0 } as const;
  const text = getPage(input).text;
  expect(getPage({ ...input, previews }).text.bytes.toString()).toContain('"previews"');
  expect(getPage({ ...input, developer }).text.bytes.toString()).toContain('"isDeveloper":true');
  expect(getPage({ ...input, refusal }).text.bytes.toString()).toContain('ana@portico.test');
  expect(getPage(input).text).toBe(text);
});

test('limits the size of the cache', async () => {
  const input = await createInput();
  const getPage = createPageCache();
  const first = getPage(input).text;
  for (let number = 0; number < 20; number += 1) {
    const files = { ...input.files, firstPaint: `//${number}${'x'.repeat(1024 * 1024)}` };
    getPage({ ...input, files });
  }
  expect(getPage(input).text).not.toBe(first);
});
