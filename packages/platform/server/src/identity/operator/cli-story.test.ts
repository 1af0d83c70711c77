import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AuditRecord } from '@portico/contract/administration';
import { setUpFactor } from '../../testing/set-up-factor';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startOidcProvider } from '../../testing/start-oidc-provider';
import { testServer } from '../../testing/start-test-server';
import { plainPicture } from '../../testing/test-photos';
import { testPortico } from '../../testing/test-portico';

const server = testServer({ PORTICO_DEMO: 'off' }, { configuration: { hosts: { localhost: 'acme' } } });
const oidc = startBeforeTests(() => startOidcProvider({ accounts: [], clients: [] }));
const commands = testPortico();

const connection = () => ({ PORTICO_URL: server.url, PORTICO_OPERATOR_KEY: server.operatorKey });

const portico = (line: string, input?: string, variables: Record<string, string> = connection()) =>
  commands.run(line.split(' '), variables, input);

const done = (output: string) => ({ code: 0, output: `${output}\n`, errors: '' });
const failed = (errors: string) => ({ code: 1, output: '', errors: `${errors}\n` });

test('an operator turns an empty server into a portal, and the user signs in', async () => {
  expect(await portico('tenant add acme --name Acme --accent #112233')).toEqual(done('Added the tenant acme.'));
  expect(
    await portico('user add Eva@acme.test --name Eva --tenant acme --password-stdin', 'a-good-password\n'),
  ).toEqual(done('Added the user eva@acme.test.'));
  expect(await portico('app grant eva@acme.test smsa --tenant acme --name SMSA --new')).toEqual(
    done('eva@acme.test may use smsa in acme.'),
  );

  const { token } = await server.signIn('eva@acme.test', 'a-good-password');
  const apps = await server.call('GET', '/api/tenants/acme/apps', { token });
  expect(await apps.json()).toEqual([{ name: 'SMSA', module: 'smsa', description: '' }]);

  const crash = { source: '@module/smsa', address: '', kind: 'crash', name: 'TypeError', message: 'x', stack: '' };
  await server.call('POST', '/api/failures', { token, body: crash });
  const failures = await portico('failures --tenant acme');
  expect(failures.errors).toBe('');
  expect(failures.output).toMatch(/^smsa +\(shell\) +1 +\S+Z +crash: TypeError: x +acme +(\S+)$/m);
  expect((await portico(`failures ${failures.output.trim().split(/\s+/).at(-1)}`)).output).toContain(
    `people: 1, reports: 1`,
  );
  expect(JSON.parse((await portico('failures --json')).output)).toMatchObject({ module: 'smsa', people: 1 });
  expect(await portico('failures --since 1m --search nothing')).toEqual(done('No failure was reported.'));

  const hide = (place: string) => portico(`app hide smsa ${place} --tenant acme`);
  for (const place of ['home', '@module/people/sidebar', 'home'])
    expect(await hide(place)).toEqual(done(`acme hides smsa in ${place}.`));
  expect((await hide('footer')).errors).toContain('A place is "home", "topbar", "profile", or one of a module');
  expect((await portico('app hide stock home --tenant acme')).errors).toContain('app');
  const hidden = await server.call('GET', '/api/tenants/acme/apps', { token });
  expect(await hidden.json()).toEqual([expect.objectContaining({ places_off: ['@module/people/sidebar', 'home'] })]);
  expect(await portico('app show smsa @module/people/sidebar --tenant acme')).toEqual(
    done('acme shows smsa in @module/people/sidebar.'),
  );

  const signIn = (options: string, input?: string) =>
    portico(`tenant sign-in acme --issuer ${oidc.issuer} --client-id portal ${options}`.trim(), input);
  expect((await signIn('')).errors).toContain('needs the secret');
  expect((await signIn('--client-secret-stdin --create-users', 'a-secret\n')).errors).toContain('at least one domain');
  const added = await signIn(
    '--client-secret-stdin --name Acme --domain Acme.test --audience https://api.acme.test --audience api://b --create-users --only',
    'a-secret\n',
  );
  expect(added.output).toMatch(/^acme signs in by Acme\. .*\nhttps:\/\/<host>\/api\/sign-in\/[\w-]{36}\/callback\n$/);
  expect((await portico('tenant sign-in acme')).output).toMatch(
    /\nAcme +http\S+ +portal +acme\.test +added +https:\/\/api\.acme\.test, api:\/\/b *\nPasswords are off in acme\.\n$/,
  );
  expect((await signIn('--no-only --no-audience')).errors).toBe('');
  expect((await portico('tenant sign-in acme')).output).toMatch(/ none *\nPasswords are on/);
  expect((await signIn('--no-domain')).errors).toContain('at least one domain');
  expect((await signIn('--no-domain --no-create-users')).errors).toBe('');
  expect((await portico('tenant sign-in acme')).output).toMatch(/ portal +none +known only +none/);
  expect((await signIn('--remove')).errors).toContain('--yes');
  expect(await signIn('--remove --yes')).toEqual(done('Removed Acme from acme.'));
  expect((await signIn('--remove --yes')).errors).toContain('acme has no provider');

  const map = (options: string) => portico(`tenant map acme --group Desk ${options}`);
  expect((await map('--app smssa')).errors).toContain('smsa?');
  expect(await map('--app smsa')).toEqual(done('Desk of the claim groups gives smsa, from each user’s next sign-in.'));
  expect((await map('--app smsa --portal-group Drivers')).errors).toContain(
    'There is no group Drivers. The groups are: none.',
  );
  expect((await map('--app smsa --provider Acme')).errors).toContain('There is no provider Acme.');
  expect(await portico('tenant map acme --list')).toEqual(
    done('CLAIM   GROUP  GIVES  PROVIDER  USERS\ngroups  Desk   smsa   each      0'),
  );
  expect(await map('--app smsa --remove')).toEqual(done('Desk of the claim groups gives smsa no more.'));
  expect((await map('--app smsa --remove')).errors).toContain('There is no such mapping');

  const scimToken = await portico('tenant scim-token acme --name Entra --days 365');
  expect(scimToken.output).toMatch(/^portico_st_[\w-]{43}\n$/);
  const directory = { token: scimToken.output.trim() };
  expect((await server.call('GET', '/api/scim/v2/Users', directory)).status).toBe(200);
  const [, id] =
    /^(\S+) +Entra +operator +\S+Z +\S+ +\S+Z$/m.exec((await portico('tenant scim-token acme --list')).output) ?? [];
  expect(await portico(`tenant scim-token acme --revoke ${id}`)).toEqual(done(`Revoked the token ${id}.`));
  expect((await server.call('GET', '/api/scim/v2/Users', directory)).status).toBe(401);
  expect((await portico(`tenant scim-token acme --revoke ${id}`)).errors).toContain('There is no such token.');

  expect(await portico('tenant list')).toEqual(done('KEY   NAME  ACCENT   LOGO\nacme  Acme  #112233'));
  expect(await portico('app list --tenant acme')).toEqual(
    done('MODULE  NAME  HIDDEN IN  DIRECT  GROUPS\nsmsa    SMSA  home       1'),
  );
  expect(await portico('app users smsa --tenant acme')).toEqual(done('E-MAIL         NAME\neva@acme.test  Eva'));
  expect(await portico('user disable eva@acme.test')).toEqual(done('The user eva@acme.test is disabled.'));
  expect((await server.call('GET', '/api/users/me', { token })).status).toBe(401);
  expect(await portico('user list')).toEqual(
    expect.objectContaining({ output: expect.stringMatching(/^eva@acme.test +Eva +disabled +\d{4}-/m) }),
  );
  expect(await portico('user enable eva@acme.test')).toEqual(done('The user eva@acme.test is enabled.'));
  expect(await portico('app revoke eva@acme.test smsa --tenant acme')).toEqual(
    done('eva@acme.test may no longer use smsa in acme.'),
  );

  const { output } = await portico('audit --since 1h --json');
  const records: AuditRecord[] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ action }) => action).filter((action) => action !== 'operator-read')).toEqual([
    'tenant-added',
    'user-added',
    'access-granted',
    'sign-in',
    'place-off',
    'place-off',
    'place-off',
    'operator-refused',
    'place-on',
    'operator-refused',
    'operator-refused',
    'sign-in-provider-changed',
    'sign-in-provider-changed',
    'operator-refused',
    'sign-in-provider-changed',
    'sign-in-provider-removed',
    'operator-refused',
    'mapping-added',
    'mapping-removed',
    'scim-token-created',
    'scim-token-revoked',
    'scim-refused',
    'operator-refused',
    'user-disabled',
    'user-enabled',
    'access-revoked',
  ]);
  const [heading = '', ...rows] = (await portico('audit')).output.split('\n');
  expect(heading.split(/ +/)).toEqual(['WHEN', 'WHO', 'WHAT', 'USER', 'TENANT', 'ON', 'FROM', 'REQUEST', 'DETAILS']);
  expect(rows.find((row) => row.includes('access-granted'))).toMatch(
    / operator +access-granted +eva@acme.test +acme +smsa /,
  );
});

test('an address that no module holds is not released', async () => {
  expect(await portico('address release https://cdn.acme.test/orders/')).toEqual(
    failed('No module holds https://cdn.acme.test/orders/.'),
  );
});

test('what cannot be undone needs a confirmation', async () => {
  await portico('tenant add gone --name Gone');
  await portico('user add rui@gone.test --name Rui');
  await portico('app grant rui@gone.test smsa --tenant gone --name SMSA --new');
  const file = path.join(server.dataFolder, 'rui.json');
  expect(await portico(`user export rui@gone.test ${file}`)).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ app_grants: [{ tenant: 'gone', module: 'smsa' }] });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await portico('user add tia@gone.test --name Tia --tenant gone');
  expect((await portico('user delete tia@gone.test --tenant smsa --yes')).errors).toContain('There is no user');
  expect(await portico('user delete tia@gone.test --tenant gone --yes')).toEqual(
    done('The user tia@gone.test is deleted.'),
  );
  for (const line of ['app remove smsa --tenant gone', 'tenant remove gone', 'user delete rui@gone.test']) {
    expect((await portico(line)).errors).toMatch(/This cannot be undone\. .*--yes\.\n$/);
    expect(await portico(`${line} --yes`)).toMatchObject({ code: 0, errors: '' });
  }
  expect((await portico('tenant list')).output).not.toContain('gone');
  expect((await portico('user list')).output).not.toContain('rui');
});

test('an error is one sentence', async () => {
  for (const line of ['app list --tenant nowhere', 'app users smsa --tenant nowhere']) {
    expect(await portico(line)).toEqual(failed('There is no such tenant.'));
  }
  expect(await portico('user disable eva')).toEqual(failed('"eva" is not an e-mail address.'));
  expect(await portico('user list', '', { ...connection(), PORTICO_OPERATOR_KEY: 'wrong' })).toEqual(
    failed('The operator key is wrong.'),
  );
  expect(await portico('user list --key some-key --portal http://127.0.0.1:1', '', {})).toEqual(
    failed('No server answers: is it running, and is --portal right?'),
  );
  // The old name of the option.
  expect(await portico('user list --url nonsense')).toEqual(
    failed(
      '--url is now --portal; the next release ignores the old name.\n--portal is not an address such as https://portal.example.com.',
    ),
  );
  expect(await portico('user add new@acme.test --name New --password-stdin', 'short')).toEqual(
    failed(
      'A user needs an e-mail and a name; the password has 10 to 128 characters and is neither the e-mail nor a common password.',
    ),
  );
});

test('an operator takes away the second factor of a user', async () => {
  await portico('tenant add acme --name Acme');
  await portico('user add kai@acme.test --name Kai --tenant acme --password-stdin', 'a-good-password\n');
  const { token } = await server.signIn('kai@acme.test', 'a-good-password');
  await setUpFactor(server, token, 'a-good-password');
  expect((await portico('user remove-factor kai@acme.test')).errors).toContain('--yes');
  const remove = () => portico('user remove-factor kai@acme.test --yes');
  expect(await remove()).toEqual(done('kai@acme.test has no second factor any more.'));
  expect(await remove()).toEqual(failed('This account has no second factor.'));
});

test('an operator changes the look of a tenant', async () => {
  await portico('tenant add maia --name Maia');
  const logo = path.join(server.dataFolder, 'logo.png');
  await writeFile(logo, await plainPicture(40, 20).png().toBuffer());
  const changed = await portico(
    `tenant update maia --accent #1d5fae --logo ${logo} --sender help@maia.test --host maia.test www.maia.test`,
  );
  expect(changed.errors).toBe('');
  expect(changed.output).toMatch(
    /^Name {4}Maia\nAccent {2}#1d5fae\nLogo {4}\/media\/tenants\/maia\/[\w-]+\.webp\nSender {2}<help@maia\.test>\nHosts {3}maia\.test, www\.maia\.test\nFactor {2}optional, 0 members sign in by a password alone\n$/,
  );
  expect(await portico('tenant update maia --no-accent --no-logo --no-sender --no-host')).toEqual(
    done(
      'Name    Maia\nAccent  that of the portal\nLogo    none\nSender  that of the portal\nHosts   those that start with maia.\nFactor  optional, 0 members sign in by a password alone',
    ),
  );
  expect((await portico('tenant update maia --second-factor required')).output).toMatch(
    /\nFactor {2}required, 0 members sign in by a password alone\n$/,
  );
  expect((await portico('tenant show maia')).output).toMatch(
    /\nFactor {2}required, 0 members sign in by a password alone\n$/,
  );
  expect((await portico('tenant show nothere')).errors).toContain('There is no such tenant.');
  expect((await portico('tenant update maia --accent red')).errors).toContain('an accent a colour such as #c3311d');
  expect((await portico('tenant update maia --logo logo.svg')).errors).toContain('use a PNG, JPEG or WebP file');
  await portico('tenant remove maia --yes');
});
