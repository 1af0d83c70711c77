import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readModuleManifest } from '@portico/check';
import { testFolder } from '@portico/check/testing';
import rootManifest from '../../../../../package.json';
import kitManifest from '../../../../core/module-kit/package.json';
import { CommandError } from '../terminal/arguments';
import { createCommand } from './create-command';

const templates = path.resolve(__dirname, '../../../../core/module-kit/templates');
const names = readdirSync(templates).filter((name) => !name.startsWith('shared'));
const packages = ['--kit', 'https://files.test/kit.tgz', '--cli', '^1.0.0'];

const folder = testFolder();
beforeEach(() => {
  jest.spyOn(console, 'log').mockReturnValue();
});

/** @param own the folder that the command takes itself to be installed in */
async function create(args: string[], own = folder.at()): Promise<void> {
  await createCommand(own, templates).parseAsync(args, { from: 'user' });
}

async function manifestIn(module: string) {
  return JSON.parse(await readFile(path.join(module, 'package.json'), 'utf8'));
}

test.each(names)('it creates the module of the template %s, with the name of its folder as key', async (name) => {
  const list = (template: string) => readdirSync(path.join(templates, template));
  const module = folder.at('orders');
  await create([module, '--template', name, ...packages]);
  // The CLI of Angular has one name for entries.
  expect(await readModuleManifest(module)).toMatchObject({
    key: 'orders',
    entry: name === 'angular' ? 'main.js' : 'orders.js',
  });
  const expected = new Set([...list('shared'), ...list(name), '.gitignore']);
  expected.delete('gitignore');
  expect(new Set(await readdir(module))).toEqual(expected);
  for (const file of await readdir(module, { recursive: true, withFileTypes: true })) {
    if (file.isFile())
      expect(await readFile(path.join(file.parentPath, file.name), 'utf8')).not.toContain('new-module');
  }
  const { dependencies, devDependencies, scripts } = await manifestIn(module);
  expect(Object.keys(scripts)).toEqual(['dev', 'build', 'typecheck', 'test', 'check']);
  expect(dependencies['@portico/module-kit']).toBe('https://files.test/kit.tgz');
  expect(devDependencies['@portico/cli']).toBe('^1.0.0');
});

test('a file of the template replaces the shared one', async () => {
  await create([folder.at(), '--key', 'orders', '--template', 'angular', ...packages]);
  expect(await readFile(folder.at('.gitignore'), 'utf8')).toContain('.angular/');
  expect(await readFile(folder.at('src/app.css'), 'utf8')).not.toBe('');
});

test('the templates in React share their sources', async () => {
  await create([folder.at(), '--key', 'orders', '--template', 'react-webpack', ...packages]);
  expect((await readdir(folder.at('src'))).sort()).toEqual([
    'app.css',
    'app.test.ts',
    'app.tsx',
    'css.d.ts',
    'home-page.tsx',
    'main.tsx',
    'new-item-page.tsx',
    'public-path.ts',
    'texts.ts',
    'use-texts.ts',
  ]);
});

test('it creates a module with another key in an empty folder', async () => {
  await create([folder.at(), '--key', 'orders-2', ...packages]);
  expect(await readModuleManifest(folder.at())).toMatchObject({ key: 'orders-2', entry: 'orders-2.js' });
});

test.each([
  ['Orders', 'A module key is 1 to 63 of a-z, 0-9 and hyphens, and starts with no hyphen. Set another key with --key.'],
  ['api', '"api" is an address of the portal itself. Set another key with --key.'],
  ['console', '"console" is the console of the portal. Set another key with --key.'],
])('it refuses the key "%s"', async (key, message) => {
  const module = folder.at('module');
  await expect(create([module, '--key', key, ...packages])).rejects.toThrow(new CommandError(message));
  expect(await readdir(folder.at())).toEqual([]);
});

test('it names the existing templates', async () => {
  await expect(create([folder.at('orders'), '--template', 'ember', ...packages])).rejects.toThrow(
    'There is no template "ember": use angular, react, react-webpack, svelte, vanilla, vue.',
  );
  expect(await readdir(folder.at())).toEqual([]);
});

test('it does not change existing files', async () => {
  const file = folder.at('file');
  await folder.write({ file: '' });
  await expect(create([folder.at(), '--key', 'orders', ...packages])).rejects.toThrow(`${folder.at()} is not empty.`);
  await expect(create([file, ...packages])).rejects.toThrow(`${file} is not a folder.`);
});

test.each(['file:', ''])('an archive named by "%s" and its path is copied', async (prefix) => {
  const archives = { kit: folder.at('kit 1.tgz'), cli: folder.at('cli.tgz') };
  await folder.write({ 'kit 1.tgz': 'kit', 'cli.tgz': 'cli' });
  const module = folder.at('orders');
  await create([module, '--kit', `${prefix}${archives.kit}`, '--cli', `${prefix}${path.relative('.', archives.cli)}`]);
  const { dependencies, devDependencies } = await manifestIn(module);
  expect(dependencies['@portico/module-kit']).toBe('file:portico-packages/kit 1.tgz');
  expect(devDependencies['@portico/cli']).toBe('file:portico-packages/cli.tgz');
  expect(await readFile(path.join(module, 'portico-packages/cli.tgz'), 'utf8')).toBe('cli');
});

describe('without --kit and --cli', () => {
  /** @returns the packages of the module that is made by a command that npm has installed from there */
  async function packagesFrom(resolved: string): Promise<unknown[]> {
    const own = folder.at('node_modules/@portico/cli');
    const note = { packages: { 'node_modules/@portico/cli': { resolved } } };
    await folder.write({ 'node_modules/.package-lock.json': JSON.stringify(note) });
    const module = folder.at('orders');
    await create([module], own);
    const { dependencies, devDependencies } = await manifestIn(module);
    return [dependencies['@portico/module-kit'], devDependencies['@portico/cli']];
  }

  test('the module contains the archives that the command was installed from', async () => {
    const archives = ['portico-module-kit-0.1.0.tgz', 'portico-cli-0.1.0.tgz'];
    for (const name of archives) await folder.write({ [`packed/${name}`]: `content of ${name}` });
    expect(await packagesFrom('file:packed/portico-cli-0.1.0.tgz')).toEqual(
      archives.map((name) => `file:portico-packages/${name}`),
    );
    for (const name of archives)
      expect(await readFile(folder.at(`orders/portico-packages/${name}`), 'utf8')).toBe(`content of ${name}`);
  });

  test('it names a missing archive', async () => {
    await expect(packagesFrom('file:gone/portico-cli-0.1.0.tgz')).rejects.toThrow(
      `${folder.at('gone/portico-module-kit-0.1.0.tgz')} does not exist: set the packages with --kit and --cli.`,
    );
  });

  test('the module gets them by HTTP if the command was installed by HTTP', async () => {
    expect(await packagesFrom('https://files.acme.test/portico-cli-0.1.0.tgz')).toEqual([
      'https://files.acme.test/portico-module-kit-0.1.0.tgz',
      'https://files.acme.test/portico-cli-0.1.0.tgz',
    ]);
  });

  test('the module gets the versions of the registry that the command was installed from', async () => {
    expect(await packagesFrom('https://registry.acme.test/@portico/cli/-/cli-0.1.0.tgz')).toEqual(['^0.1.0', '^0.1.0']);
  });

  test('it fails if it cannot find the packages', async () => {
    await expect(create([folder.at('orders')])).rejects.toThrow('name them with --kit and --cli');
  });
});

test('all templates require the same versions, those of this project where it has them', async () => {
  const tested: Record<string, string> = {
    ...kitManifest.devDependencies,
    ...rootManifest.devDependencies,
    react: '^19.3.1',
    'react-dom': '^19.3.1',
  };
  const found = new Map(Object.entries(tested));
  for (const name of names) {
    const { dependencies, devDependencies } = await manifestIn(path.join(templates, name));
    for (const [library, version] of Object.entries<string>({ ...dependencies, ...devDependencies })) {
      // The compilers of Angular, Vue and Svelte need TypeScript in JavaScript.
      if (library === 'typescript' && ['angular', 'svelte', 'vue'].includes(name)) continue;
      expect([name, library, found.get(library) ?? version]).toEqual([name, library, version]);
      found.set(library, version);
    }
  }
});
