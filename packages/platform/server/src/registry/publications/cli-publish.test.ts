import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testServer } from '../../testing/start-test-server';
import { testPortico } from '../../testing/test-portico';
import { publishingCalls } from '../../testing/test-publishing';

const folder = mkdtempSync(path.join(tmpdir(), 'portico-publish-'));
const server = testServer();
const commands = testPortico(folder);

/** Runs a command with the operator's key or another credential, in a folder without keys. */
async function portico(parameters: readonly string[], credential?: Record<string, string>) {
  const variables = credential ?? { PORTICO_OPERATOR_KEY: server.operatorKey };
  const { code, output, errors } = await commands.run(parameters, { PORTICO_URL: server.url, ...variables });
  const lines = output.trim().split('\n');
  return { code, lines, last: lines.at(-1), errors: errors.trim() };
}

/** The credential of a team. */
const createTeam = async (...modules: string[]) => ({
  PORTICO_TOKEN: (await publishingCalls(server).createToken(...modules)).token,
});

const refused = (sentence: string | RegExp) =>
  expect.objectContaining({
    code: 1,
    errors: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  });

/** Builds a module of two files, besides files that are not published, and returns its folder. */
async function build(key: string, content: string): Promise<string> {
  const module = path.join(folder, key);
  await mkdir(path.join(module, 'dist/chunks'), { recursive: true });
  await writeFile(path.join(module, 'package.json'), JSON.stringify({ portico: { key, entry: `${key}.js` } }));
  await writeFile(path.join(module, `dist/${key}.js`), `System.register([],()=>({execute(){/* ${content} */}}));`);
  await writeFile(path.join(module, 'dist/chunks/1.ab.js'), 'chunk');
  await writeFile(path.join(module, `dist/${key}.js.map`), '{}');
  return module;
}

const fetchStatus = async (address: string) => (await fetch(`${server.url}${address}`)).status;

test('a team publishes, starts a canary, promotes it and rolls back, by one command each', async () => {
  const { lines } = await portico(['token', 'create', 'orders,stock', '--publish', '--name', 'CI']);
  const [token = ''] = lines;
  expect(token).toMatch(/^portico_tt_[\w-]+$/);
  const team = { PORTICO_TOKEN: token };
  const first = ['publish', await build('orders', 'first'), '--module', 'orders', '--version', '1.0.0'];
  const published = await portico([...first, '--reason', 'The first'], team);
  expect(published).toMatchObject({
    code: 0,
    last: `orders 1.0.0 is live at ${server.url}/modules/orders/1.0.0/orders.js.`,
    errors: '',
  });
  expect(published.lines).toContainEqual(expect.stringMatching(/^2 files, .* the portal lacks 2\.$/));
  expect(await fetchStatus('/modules/orders/1.0.0/chunks/1.ab.js')).toBe(200);
  expect(await fetchStatus('/modules/orders/1.0.0/orders.js.map')).toBe(404);

  const second = ['publish', await build('orders', 'second'), '--version', '1.1.0'];
  const canary = await portico([...second, '--tenant', 'finouro', '--from', '1.0.0'], team);
  expect(canary.lines).toContainEqual(expect.stringMatching(/^Sent 1 of 1: orders\.js, /));
  expect(canary.last).toBe(
    `orders 1.1.0 is live for finouro (nobody of 0) at ${server.url}/modules/orders/1.1.0/orders.js; all other users get 1.0.0, at ${server.url}/modules/orders/1.0.0/orders.js.`,
  );
  const { lines: shown } = await portico(['status'], team);
  const table = shown.slice(0, 3);
  const isTime = (cell: string) => /^\d{4}-/.test(cell);
  expect(table.map((line) => line.split(/ {2,}/).filter((cell) => cell !== 'SINCE' && !isTime(cell)))).toEqual([
    ['MODULE', 'VERSION', 'BY', 'CHECKED', 'CANARY', 'ADDRESS'],
    [
      'orders',
      '1.0.0',
      expect.stringMatching(/^CI \(\w{8}\)$/),
      'by the team',
      '1.1.0 for finouro (nobody of 0)',
      `${server.url}/modules/orders/1.0.0/orders.js`,
    ],
    ['welcome', '(shell)', `${server.url}/example/welcome.js`],
  ]);

  expect(shown[3]).toMatch(/^orders 1\.1\.0 by CI .* it failed for 0 of 0 users, the live version for 0 of 0 users\.$/);

  expect((await portico(['promote', 'orders', '--reason', 'No complaints'], team)).last).toMatch(
    /^orders 1\.1\.0 is live/,
  );
  expect((await portico(['rollback', 'orders'], team)).last).toMatch(/^orders 1\.0\.0 is live at /);
  expect((await portico(['rollback', 'orders', '1.1.0'], team)).last).toMatch(/^orders 1\.1\.0 is live at /);
  const { lines: history } = await portico(['history', 'orders', '--limit', '4'], team);
  expect(history.map((line) => line.split(/ {2,}/).toSpliced(1, 1))).toEqual([
    ['REVISION', 'WHO', 'MODULE', 'WHAT', 'FROM', 'TO', 'CHECKED', 'WHY'],
    ['5', expect.stringMatching(/^CI \(\w{8}\)$/), 'orders', 'rollback', '1.0.0', '1.1.0', 'by the team'],
    ['4', expect.anything(), 'orders', 'rollback', '1.1.0', '1.0.0', 'by the team'],
    ['3', expect.anything(), 'orders', 'promote', '1.0.0', '1.1.0', 'by the team', 'No complaints'],
    ['2', expect.anything(), 'orders', 'canary for finouro', '1.0.0', '1.1.0', 'by the team'],
  ]);
});

test('a rollout widens by its plan, and by hand', async () => {
  await portico(['publish', await build('rolled', 'first'), '--version', '1.0.0']);
  const folder = await build('rolled', 'second');
  const publish = (plan: string) => portico(['publish', folder, '--version', '1.1.0', '--rollout', plan]);
  expect(await publish('25%/10m,5%/1h,100%')).toEqual(refused(/the shares of a plan rise from step to step\./));
  expect(await publish('5%,100%')).toEqual(refused(/each step of a plan but the last has a time\./));
  expect(await publish('soon')).toEqual(refused(/a plan is two to ten shares/));
  expect(await publish(`${'5%/1m,'.repeat(10)}100%`)).toEqual(refused(/a plan has at most ten steps\./));
  expect((await publish('5%/10m,25%/1h,100%')).last).toMatch(
    /^rolled 1\.1\.0 is live for 5 % of the users \(nobody of 0\) /,
  );
  await portico(['hold', 'rolled', '--reason', 'Lunch']);
  const readPlan = async () => (await portico(['status', 'rolled'])).last;
  expect(await readPlan()).toMatch(/^rolled 1\.1\.0: step 1 of the plan .*, held by a person since .*: Lunch\.$/);
  await portico(['continue', 'rolled']);
  expect(await readPlan()).toMatch(
    /^rolled 1\.1\.0: step 1 of the plan 5%\/10m,25%\/1h,100%; 25 % at .* if it works\.$/,
  );
  expect((await portico(['widen', 'rolled'])).last).toMatch(/^rolled 1\.1\.0 is live for 25 % of the users /);
  const stored = await portico(['publish-stored', 'rolled', '1.1.0', '--percent', '40']);
  expect(stored.last).toMatch(/^rolled 1\.1\.0 is live for 40 % of the users /);
  expect(await portico(['hold', 'rolled'])).toEqual(
    refused('This module has no rollout with a plan that has a next step.'),
  );
});

test('stored versions are listed, compared and published', async () => {
  for (const version of ['1.0.0', '1.1.0']) {
    const stored = ['publish', await build('shelves', version), '--version', version, '--preview'];
    expect(await portico(stored)).toMatchObject({ code: 0, errors: '' });
  }
  const { lines } = await portico(['versions', 'shelves']);
  expect(lines.map((line) => line.split(/ {2,}/).toSpliced(1, 1))).toEqual([
    ['VERSION', 'CHECKED', 'FILES', 'BYTES'],
    ['1.1.0', 'by the team', '2', expect.stringMatching(/^\d+$/)],
    ['1.0.0', 'by the team', '2', expect.stringMatching(/^\d+$/)],
  ]);
  expect((await portico(['compare', 'shelves', '1.0.0', '1.1.0'])).lines).toEqual([
    expect.stringMatching(/^\* shelves\.js \(\d+ → \d+ bytes\)$/),
    expect.stringMatching(/^Unchanged files: 1\. In bytes: \d+ before, \d+ after\.$/),
  ]);
  expect((await portico(['publish-stored', 'shelves', '1.0.0'])).last).toMatch(/^shelves 1\.0\.0 is live at /);
  expect(await portico(['publish-stored', 'shelves', '9'])).toEqual(refused('There is no version 9.'));
});

test('a refusal is one sentence and changes nothing', async () => {
  const team = await createTeam('billing');
  const billing = ['publish', await build('billing', 'first')];
  const named = await portico([...billing, '--percent', '10'], team);
  expect(named.last).toMatch(
    /^billing [\da-f]{12} is live for 10 % of the users \(nobody of 0\) at .*; all other users get nothing\.$/,
  );
  expect((await portico(['withdraw', 'billing'], team)).last).toBe('billing is not in the import map.');

  const stock = await build('stock', 'first');
  const answers = await Promise.all([
    portico(['publish', stock], team),
    portico(['publish', stock], { PORTICO_TOKEN: 'wrong' }),
    portico(['publish', stock], {}),
    portico([...billing, '--version', '9.0.0', '--from', '1.0.0'], team),
    portico([...billing, '--version', '9.0.0', '--url', 'https://cdn.test/billing/'], team),
    portico(['rollback', 'billing'], team),
    portico(['promote', 'billing'], team),
    portico(['status', 'stock'], team),
  ]);
  expect(answers).toEqual([
    refused('This token may not change the module stock.'),
    refused('The team token is unknown or has been revoked.'),
    refused(/^No credential: use --token, set PORTICO_TOKEN/),
    refused(/1\.0\.0/),
    refused(/^Modules may not come from https:\/\/cdn\.test/),
    refused('There is no version of this module before this one.'),
    refused('This module has no canary.'),
    refused('The portal has no module "stock".'),
  ]);
});

test('the status says what pages block, and the field of the configuration that allows it', async () => {
  const team = await createTeam('maps');
  const folder = await build('maps', 'first');
  const policy = { connections: ['https://api.acme.test'] };
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ portico: { key: 'maps', entry: 'maps.js', policy } }),
  );
  expect(await portico(['publish', folder], team)).toMatchObject({ code: 0 });
  expect((await portico(['status', 'maps'], team)).last).toBe(
    'maps needs connections https://api.acme.test, which pages block. To allow it, configure "modulePolicy": { "maps": { "connections": ["https://api.acme.test"] } }.',
  );
});

test('service keys and team tokens are listed together, and revoked by their ids', async () => {
  const [made] = await Promise.all([
    portico(['token', 'create', 'claims,stock', '--publish', '--name', 'Claims']),
    portico(['token', 'create', 'claims', '--new', '--name', 'Back end']),
  ]);
  const { lines } = await portico(['token', 'list']);
  const rows = lines.map((line) => line.split(/ {2,}/));
  const getId = (name: string) => rows.find((row) => row[3] === name)?.[0] ?? '';
  const row = (kind: string, modules: string, name: string) => [
    getId(name),
    kind,
    modules,
    name,
    'operator',
    expect.any(String),
    'never',
    'never',
  ];
  expect(rows).toContainEqual(row('team token', 'claims, stock', 'Claims'));
  expect(rows).toContainEqual(row('service key', 'claims', 'Back end'));
  const [token, key] = await Promise.all(
    ['Claims', 'Back end'].map((name) => portico(['token', 'revoke', getId(name)])),
  );
  expect(token?.last).toBe(`Revoked the team token ${getId('Claims')} and its preview links.`);
  expect(key?.last).toBe(`Revoked the service key ${getId('Back end')}.`);
  expect(await portico(['status'], { PORTICO_TOKEN: made.lines[0] ?? '' })).toEqual(
    refused('The team token is unknown or has been revoked.'),
  );
});

test('a preview is stored without being live, and a link to it is the last line', async () => {
  const team = await createTeam('previewed');
  const folder = await build('previewed', 'first');
  const stored = await portico(['publish', folder, '--version', '2.0.0', '--preview', '--days', '2'], team);
  expect(stored).toMatchObject({ code: 0, errors: '' });
  expect(stored.last).toContain(`${server.url}/previewed/?portico-preview=previewed%3A2.0.0%3A`);
  expect(await fetchStatus('/modules/previewed/2.0.0/previewed.js')).toBe(200);
  expect((await portico(['status', 'previewed'], team)).errors).toBe('The portal has no module "previewed".');

  const again = await portico(['preview', 'previewed', '2.0.0'], team);
  expect(again.last).toContain(`${server.url}/previewed/?portico-preview=previewed%3A2.0.0%3A`);
  expect(await portico(['preview', 'previewed', '3.0.0'], team)).toEqual(refused('There is no version 3.0.0.'));
  expect(await portico(['preview', 'previewed', '2.0.0', '--days', '0'], team)).toEqual(
    refused('"0" is not a number of days from 1 to 90.'),
  );
  expect(await portico(['publish', folder, '--preview', '--percent', '5'], team)).toEqual(
    refused(/^A preview has no audience: /),
  );
});

test('source maps are uploaded if the team wants it, and no browser gets them', async () => {
  const team = await createTeam('mapped');
  const publish = ['publish', await build('mapped', 'mapped'), '--source-maps'];
  const published = await portico([...publish, '--version', '1.0.0'], team);
  expect(published.lines).toContainEqual(expect.stringMatching(/^Sent \d of \d: mapped\.js\.map, /));
  expect(await fetchStatus('/modules/mapped/1.0.0/mapped.js')).toBe(200);
  expect(await fetchStatus('/modules/mapped/1.0.0/mapped.js.map')).toBe(404);
  expect(await portico([...publish, '--url', 'https://cdn.test/mapped/'], team)).toEqual(
    refused(/^--source-maps uploads to the portal: /),
  );
});

test('a module fetches the types of what it imports, and a change that breaks it is refused', async () => {
  const styleguide = '@acme/styleguide';
  const team = await createTeam(styleguide, 'typed', 'billing');

  /** Writes an ES module with its types, and the compiler beside it. */
  async function write(key: string, types: string, shared?: object): Promise<string> {
    const module = path.join(folder, key.replace('/', '-'));
    await mkdir(path.join(module, 'dist'), { recursive: true });
    await mkdir(path.join(module, 'node_modules'), { recursive: true });
    const compiler = path.dirname(createRequire(__filename).resolve('typescript/package.json'));
    await symlink(compiler, path.join(module, 'node_modules/typescript')).catch(() => undefined);
    const portico = { key, entry: 'entry.js', types: 'dist/index.d.ts', ...(shared && { shared }) };
    await writeFile(path.join(module, 'package.json'), JSON.stringify({ portico }));
    await writeFile(path.join(module, 'dist/entry.js'), `export const used = ${JSON.stringify(types)};`);
    await writeFile(path.join(module, 'dist/index.d.ts'), types);
    return module;
  }
  const publish = async (module: Promise<string>, ...options: string[]) =>
    portico(['publish', await module, ...options], team);

  const types = 'export declare function draw(title: string): void;';
  const broken = 'export declare function draw(title: string, size: number): void;';
  expect(await publish(write(styleguide, types), '--version', '1.0.0')).toMatchObject({ code: 0, errors: '' });
  expect(await publish(write('typed', types), '--version', '1')).toMatchObject({ code: 0, errors: '' });
  const shared = { [styleguide]: '^1.0', '@module/typed': '*' };
  expect(await publish(write('billing', types, { ...shared, '@module/none': '*' }))).toEqual(
    refused('No live version of @module/none is in the range *; the latest one is –.'),
  );
  expect(await publish(write('billing', types, shared), '--version', '1')).toMatchObject({ code: 0, errors: '' });

  const fetched = await portico(['types', styleguide, 'typed'], team);
  expect(fetched.lines).toEqual(['portico-types/@acme/styleguide.d.ts', 'portico-types/@module/typed.d.ts']);
  expect(await readFile(path.join(folder, 'portico-types/@acme/styleguide.d.ts'), 'utf8')).toBe(types);

  const refusedChange = await publish(write('typed', broken), '--version', '2');
  expect(refusedChange.errors).toBe('Not published: the check failed.');
  expect(refusedChange.lines).toContainEqual(expect.stringContaining('Its types break what is live (billing 1): '));
  expect((await publish(write(styleguide, broken), '--version', '1.1.0')).code).toBe(1);
  // No module gets another major version.
  expect(await publish(write(styleguide, broken), '--version', '2.0.0')).toMatchObject({ code: 0, errors: '' });
  expect(await publish(write('typed', broken), '--version', '2', '--breaking')).toMatchObject({ code: 0, errors: '' });
});
