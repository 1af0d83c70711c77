import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Reads the scripts and pages in a folder. The keys are paths relative to `base`. */
export function readFolder(folder: string, base = '/'): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|html)$/.test(name));
  return new Map(
    names
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .map((name) => [base + name.split(path.sep).join('/'), readFileSync(path.join(folder, name))]),
  );
}
