import { writeTestShell } from '../testing/write-test-shell';
import { createShellFiles, type ShellFiles } from './shell-files';
import { renderTopBar, type TopBarRequest } from './top-bar';

const apps = [
  { name: 'SMSA', module: 'smsa', description: '', logo: true },
  { name: '<b>HR', module: 'hr', description: '', logo: false },
];
const screen: TopBarRequest = {
  look: { locale: 'en', theme: 'dark' },
  tenant: { name: 'Ouro & Prata' },
  session: { access_token: 'token', user: { email: 'éva@portico.test', name: 'Éva Prado' }, apps },
  module: '',
};

let files: ShellFiles;
beforeAll(async () => {
  files = await createShellFiles(writeTestShell())();
});

test('the bar has the look of the browser, the letter of the user, and the tenant', () => {
  expect(renderTopBar(files.topBar, files.signIn.marks, screen)).toBe(
    '<div class="portico-place" data-rendered="topbar"><div>' +
      '<header title="en dark tenant many"><b>O</b>Ouro &amp; Prata<i>É</i></header></div></div>',
  );
});

test('the bar has the application on screen, by its logo or its letter, and a switcher if there are several', () => {
  expect(renderTopBar(files.topBar, files.signIn.marks, { ...screen, module: 'smsa' })).toContain(
    'title="en dark logo many">SMSA<i>',
  );
  const session = { ...screen.session, apps: apps.slice(1) };
  const html = renderTopBar(files.topBar, files.signIn.marks, { ...screen, session, module: 'hr' });
  expect(html).toContain('title="en dark letter one">&lt;&lt;b>HR<i>');
});

test.each([
  ['smsa', 'logo'],
  ['hr', 'letter'],
  ['', 'tenant'],
  ['profile', 'tenant'],
])('the bar at "%s" has the %s', (module, place) => {
  const html = renderTopBar(files.topBar, files.signIn.marks, { ...screen, module });
  expect(html).toContain(`title="en dark ${place} many"`);
});
