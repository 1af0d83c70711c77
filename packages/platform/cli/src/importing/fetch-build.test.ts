import { startLocalServer } from '@portico/check';
import { fetchBuild } from './fetch-build';

/** Serves files by path; a text that begins with an arrow is the target of a redirect. */
async function serve(files: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const server = await startLocalServer(async (request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const content = files[path];
    const target = content?.startsWith('→') ? content.slice(1) : undefined;
    if (target !== undefined) return void response.writeHead(302, { Location: target }).end();
    response.writeHead(content === undefined ? 404 : 200, { 'Content-Type': 'text/javascript' }).end(content);
  });
  return { ...server, asked };
}

const fetchFrom = (origin: string, path = '/app.js') => fetchBuild(new URL(path, origin), new Map());

test('redirects are followed inside of the host alone', async () => {
  const inner = await serve({ '/secret.js': 'export const secret = 1;' });
  const host = await serve({
    '/app.js': '→/1.0.0/app.js',
    '/1.0.0/app.js': 'export const app = 1;',
    '/away.js': `→${inner.origin}/secret.js`,
    '/loop.js': '→/loop.js',
  });
  expect((await fetchFrom(host.origin)).files.get('app.js')?.toString()).toBe('export const app = 1;');
  await expect(fetchFrom(host.origin, '/away.js')).rejects.toThrow(`it redirects to ${inner.origin}/secret.js`);
  await expect(fetchFrom(host.origin, '/loop.js')).rejects.toThrow('it redirects too often');
  expect(inner.asked).toEqual([]);
  await Promise.all([host.close(), inner.close()]);
});

test.each(['./a%2fb%zz.js', './..%2f..%2fetc.js', './a%20b.js'])('the file %s cannot be published', async (file) => {
  const path = new URL(file, 'http://host.invalid/').pathname;
  const host = await serve({ '/app.js': `import(${JSON.stringify(file)});`, [path]: 'export {};' });
  await expect(fetchFrom(host.origin)).rejects.toThrow(`${host.origin}${path} cannot be published`);
  await host.close();
});

test('one path with several queries is one file, and other content below it is refused', async () => {
  const source = 'import "./a.js?v=1"; import "./a.js?v=2";';
  const same = await serve({ '/app.js': source, '/a.js?v=1': 'export {};', '/a.js?v=2': 'export {};' });
  expect([...(await fetchFrom(same.origin)).files.keys()]).toEqual(['app.js', 'a.js']);
  const other = await serve({ '/app.js': source, '/a.js?v=1': 'export {};', '/a.js?v=2': 'export const a = 2;' });
  await expect(fetchFrom(other.origin)).rejects.toThrow(
    `${other.origin}/a.js?v=2 cannot be published: /a.js has other content with another query.`,
  );
  await Promise.all([same.close(), other.close()]);
});

test('images that a script names by texts are fetched from beside the entry', async () => {
  const source = `export const view = ["img", "src", "assets/logo.svg"], more = 'src="/assets/a.png" x.svg';
    style(".b { background: url(/assets/b.svg) }"); get("assets/names.json"); fetch("https://cdn.test/assets/c.svg");`;
  const files = ['logo.svg', 'a.png', 'b.svg', 'names.json', 'c.svg'].map((name) => [`/1/assets/${name}`, '{}']);
  const host = await serve({ '/1/app.js': source, ...Object.fromEntries(files) });
  const { entry, files: fetched, remarks } = await fetchFrom(host.origin, '/1/app.js');
  const names = ['assets/logo.svg', 'assets/a.png', 'assets/b.svg', 'assets/names.json'];
  expect([entry, [...fetched.keys()], remarks]).toEqual(['app.js', ['app.js', ...names], []]);
  await host.close();
});
