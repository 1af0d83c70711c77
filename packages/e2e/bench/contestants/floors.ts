import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { outputFolder } from '../floors/build-floors';
import type { Contestant } from './contestant';
import { contestantNames } from './names';
import { readFolder } from './read-folder';
import { type SiteFiles, StaticSite } from './static-site';

const sources = path.resolve(import.meta.dirname, '../floors');

/** The files of each floor. */
const floors: Readonly<Record<string, () => SiteFiles>> = {
  [contestantNames.staticHtml]: () => {
    const [one, two, signin] = ['one', 'two', 'signin'].map((name) =>
      readFileSync(path.join(sources, `static-html/${name}.html`)),
    );
    return new Map([
      ['/one/index.html', one ?? ''],
      ['/two/index.html', two ?? ''],
      ['/signin.html', signin ?? ''],
    ]);
  },
  [contestantNames.reactBundle]: () =>
    withPages(
      readFolder(outputFolder('react-bundle')),
      page('<script src="/main.js" defer></script>', '<div id="root"></div>'),
    ),
  [contestantNames.moduleFederation]: () =>
    withPages(
      readFolder(outputFolder('module-federation')),
      page('<script src="/main.js" defer></script>', '<div id="root"></div>'),
    ),
  [contestantNames.singleSpa]: () => {
    const { resolve } = createRequire(import.meta.url);
    const systemJs = path.join(path.dirname(resolve('systemjs/package.json')), 'dist/system.min.js');
    const singleSpa = path.join(
      path.dirname(resolve('single-spa/package.json')),
      'lib/es2015/system/single-spa.min.js',
    );
    const files = new Map([
      ...readFolder(outputFolder('single-spa')),
      ['/system.min.js', readFileSync(systemJs)] as const,
      ['/single-spa.min.js', readFileSync(singleSpa)] as const,
    ]);
    return withPages(files, singleSpaPage());
  },
};

/** Serves the floors that the portal is compared with. They have no sessions. */
export function startFloors(): Promise<Contestant[]> {
  return Promise.all(
    Object.entries(floors).map(async ([name, readFiles]) => {
      const site = await StaticSite.start(readFiles());
      return { name, url: site.url, signIn: async () => {}, stop: () => site.stop() };
    }),
  );
}

function withPages(files: SiteFiles, content: string): SiteFiles {
  const names = ['/one/index.html', '/two/index.html', '/signin.html'];
  return new Map([...files, ...names.map((name) => [name, content] as const)]);
}

function page(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portal</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** The page of create-single-spa: it preloads single-spa and imports the root config. */
function singleSpaPage(): string {
  const applications = ['root-config', 'top-bar', 'sign-in', 'one', 'two'];
  const imports = {
    react: '/react.js',
    'react-dom/client': '/react-dom-client.js',
    'single-spa': '/single-spa.min.js',
    ...Object.fromEntries(applications.map((name) => [`@floor/${name}`, `/${name}.js`])),
  };
  return page(
    `<script type="systemjs-importmap">${JSON.stringify({ imports })}</script>
<link rel="preload" href="/single-spa.min.js" as="script">
<script src="/system.min.js"></script>`,
    `<div id="top-bar"></div>
<main id="content"></main>
<script>System.import('@floor/root-config');</script>`,
  );
}
