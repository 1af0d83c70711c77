import { testFolder } from '@portico/check/testing';
import { listPageScripts, readLayout } from './read-layout';

const folder = testFolder({
  'index.html': `<!doctype html><template id="single-spa-layout"><single-spa-router>
    <nav><application name="@acme/navbar"></application></nav>
    <div><route path="people/:id"><application name="@acme/people"></application></route>
      <route path="/planets"><route path="moons"><application name="@acme/planets"></application></route></route>
      <route path="stars"><application name="@acme/planets"></application></route>
      <route default><application name="@acme/lost"></application></route></div>
    <redirect from="/" to="/people"></redirect></single-spa-router></template>`,
  'layout.json': `{ "routes": [{ "type": "nav", "routes": [{ "type": "application", "name": "@acme/navbar" }] },
    { "type": "route", "path": "people", "routes": [{ "type": "application", "name": "@acme/people" }] }] }`,
  'root-config.js': `import { registerApplication, start } from "single-spa";
    registerApplication({ name: "@acme/navbar", app: () => System.import("@acme/navbar"), activeWhen: "/" });
    registerApplication({ name: "@acme/people", app: load, activeWhen: ["/people", ({ pathname }) => pathname.startsWith("/persons")] });
    registerApplication("@acme/planets", load, (l) => l.pathname.startsWith("/planets/all"));
    start();`,
  'root.html': `<!doctype html><script type="systemjs-importmap">{ "imports": {} }</script><script src="/system.js"></script>
    <script>singleSpa.registerApplication("@acme/people", load, (l) => l.pathname.startsWith("/people"))</script>
    <script type="module">registerApplication({ name: "@acme/planets", app, activeWhen: "/planets" })</script>`,
  'page.html': '<p>No layout</p>',
});

const read = async (name: string) =>
  Object.fromEntries(
    [...(await readLayout(folder.at(name)))].map(([key, { isEverywhere, segments }]) => [
      key,
      [...segments, ...(isEverywhere ? ['*'] : [])].join(' '),
    ]),
  );

test('a template of single-spa-layout has the routes', async () => {
  expect(await read('index.html')).toEqual({
    '@acme/navbar': '*',
    '@acme/people': 'people',
    '@acme/planets': 'planets stars',
    '@acme/lost': '*',
  });
});

test('so have its JSON and a root config', async () => {
  expect(await read('layout.json')).toEqual({ '@acme/navbar': '*', '@acme/people': 'people' });
  expect(await read('root-config.js')).toEqual({
    '@acme/navbar': '*',
    '@acme/people': 'people persons',
    '@acme/planets': 'planets',
  });
});

test('a layout that is missing, or names no application, is an error', async () => {
  await expect(readLayout(folder.at('page.html'))).rejects.toThrow('names no application');
  await expect(readLayout(folder.at('nowhere.html'))).rejects.toThrow(/nowhere\.html could not be read/);
});

test('the scripts of a page have addresses', () => {
  const page =
    '<script src="/zone.js"></script><script>1</script>\n<script defer src=\'https://cdn.test/b.js\'></script>';
  expect(listPageScripts(page, 'https://acme.test/x/')).toEqual(['https://acme.test/zone.js', 'https://cdn.test/b.js']);
  expect(listPageScripts(page, 'layout.html')).toEqual(['https://cdn.test/b.js']);
});

test('a page may register its applications in its own scripts', async () => {
  expect(await read('root.html')).toEqual({ '@acme/people': 'people', '@acme/planets': 'planets' });
});
