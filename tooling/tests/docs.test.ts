import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { regions } from '@portico/contract';

const pages = readdirSync('docs').filter((name) => name.startsWith('from-'));
const read = (page: string) => readFileSync(`docs/${page}`, 'utf8');

/** The names in the first column of the table that has this heading. */
function readTable(page: string, heading: string): string[] {
  const [, table = ''] = read(page).split(`| ${heading} | what`);
  const rows = table.split('\n').slice(2);
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows
    .slice(0, end)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));
}

function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

test('each architecture page has at most 1,500 words', () => {
  expect(pages).toHaveLength(3);
  expect(pages.filter((page) => read(page).split(/\s+/).length > 1_500)).toEqual([]);
});

test.each([...pages, 'README.md'])('every path in %s exists', (page) => {
  const paths = [...read(page).matchAll(/`?((?:root-config|packages|tooling)\/[\w./-]*\w)/g)].map(
    ([, name]) => name ?? '',
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((name) => !existsSync(name))).toEqual([]);
});

test.each([
  ['from-address-to-screen.md', 'root-config/src'],
  ['from-publication-to-open-tab.md', 'packages/platform/server/src/registry'],
])('the table of folders in %s has the folders of %s', (page, folder) => {
  expect(readTable(page, 'folder').sort()).toEqual(listFolders(folder).sort());
});

test('the table of folders of the notifications names folders that exist', () => {
  const folders = listFolders('packages/parcels/notifications/src');
  expect(readTable('from-notification-to-toast.md', 'folder').filter((name) => !folders.includes(name))).toEqual([]);
});

test('the table of other subjects names places that exist', () => {
  const [, table = ''] = read('README.md').split('| subject | where');
  const places = [...table.matchAll(/\| `([^`]+)` \|$/gm)].map(([, name]) => name ?? '');
  expect(places.length).toBeGreaterThan(5);
  const server = 'packages/platform/server/src';
  expect(places.filter((name) => !existsSync(name) && !existsSync(path.join(server, name)))).toEqual([]);
});

test('the table of regions has the regions of the table of screens', () => {
  expect(readTable('from-address-to-screen.md', 'region')).toEqual(regions.map(({ name }) => name));
});

test('every source file that a decision or the security verification names exists', () => {
  const sources = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .map((file) => `/${file}`);
  const documents = ['docs/security-verification.md', ...listDocuments('docs/decisions')];
  const missing = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`([\w-][\w./-]*\.(?:tsx?|mjs|css))`/g)]
      .filter(([, name = '']) => !sources.some((source) => source.endsWith(`/${name}`)))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every link of a document leads to a file', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...listDocuments('docs')];
  const dangling = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .filter(([, target = '']) => !existsSync(path.join(path.dirname(file), target)))
      .map(([, target]) => `${file}: ${target}`),
  );
  expect(dangling).toEqual([]);
});

function listDocuments(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
}
