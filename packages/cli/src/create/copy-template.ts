import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import type { TeamPackages } from './find-packages';

/** The key that the template itself has. */
const templateKey = 'new-module';

const packagesSchema = v.looseObject({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});

/** Copies the template, with the module's key and the packages it is to install filled in. */
export async function copyTemplate(template: string, folder: string, key: string, packages: TeamPackages) {
  for (const entry of await readdir(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = path.join(entry.parentPath, entry.name);
    // npm takes a real one for its own, and leaves it out of what it packs.
    const name = path.relative(template, source).replace(/^gitignore$/, '.gitignore');
    const text = (await readFile(source, 'utf8')).replaceAll(templateKey, key);
    const target = path.join(folder, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, name === 'package.json' ? withPackages(text, packages) : text);
  }
}

function withPackages(manifest: string, { kit, cli }: TeamPackages): string {
  const { dependencies, devDependencies, ...rest } = v.parse(packagesSchema, JSON.parse(manifest));
  const filled = {
    ...rest,
    dependencies: { ...dependencies, '@portico/module-kit': kit },
    devDependencies: { ...devDependencies, '@portico/cli': cli },
  };
  return `${JSON.stringify(filled, undefined, 2)}\n`;
}
