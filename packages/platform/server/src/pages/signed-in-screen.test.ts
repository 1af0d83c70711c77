import { writeTestShell } from '../testing/write-test-shell';
import { createShellFiles, type ShellFiles } from './shell-files';
import { findCurrentApp, renderHome, renderTopBar, type SignedInScreen } from './signed-in-screen';

const apps = [
  { name: 'SMSA', module: 'smsa', description: 'Serviço', description_en: 'Service & more', logo: true },
  { name: '<b>HR', module: 'hr', description: '', logo: false },
];
const screen: SignedInScreen = {
  look: { locale: 'en', theme: 'dark' },
  tenant: { name: 'Ouro & Prata' },
  session: { access_token: 'token', user: { email: 'éva@portico.test', name: '{{tiles}} Prado' }, apps },
  current: undefined,
};

let files: ShellFiles;
beforeAll(async () => {
  files = await createShellFiles(writeTestShell())();
});

test('the bar has the look of the browser, the letter of the user, and the tenant', () => {
  expect(renderTopBar(files, screen)).toBe(
    '<div class="portico-place" data-rendered="topbar"><div>' +
      '<header title="en dark tenant many"><b>O</b>Ouro &amp; Prata<i>É</i></header></div></div>',
  );
});

test('the bar has the application on screen, by its logo or its letter, and a switcher if there are several', () => {
  const [smsa] = apps;
  expect(renderTopBar(files, { ...screen, current: smsa })).toContain('title="en dark logo many">SMSA<i>');
  const session = { ...screen.session, apps: apps.slice(1) };
  const html = renderTopBar(files, { ...screen, session, current: apps[1] });
  expect(html).toContain('title="en dark letter one">&lt;&lt;b>HR<i>');
});

test('the home screen greets the user and has a tile for each application, with every text escaped', () => {
  const html = renderHome(files, screen);
  expect(html).toContain(
    'data-rendered="home"><div><h1>Hello, {{tiles}}</h1><a href="/smsa/">SMSA<p>Service &amp; more</p></a>',
  );
  expect(html).toMatch(/<a href="\/hr\/"><b data-color="[0-7]">&lt;<\/b>&lt;b>HR<\/a>/);
  expect(renderHome(files, { ...screen, look: { locale: 'pt', theme: 'dark' } })).toContain('SMSA<p>Serviço</p>');
});

test('more tiles than are in view are left to the shell', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ name: 'x', module: `m${index}`, description: '' }));
  const html = renderHome(files, { ...screen, session: { ...screen.session, apps: many } });
  expect(html).toContain('<input type="search">');
  expect(html.match(/<a /g)).toHaveLength(60);
});

test.each([
  ['/smsa', 'smsa'],
  ['/smsa/tickets/1', 'smsa'],
  ['/', undefined],
  ['/profile', undefined],
])('the application at %s is %s', (pathname, module) => {
  expect(findCurrentApp(pathname, screen.session)?.module).toBe(module);
});
