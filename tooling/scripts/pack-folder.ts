import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Packs the files that `fill` writes as an npm package, and returns the path of the archive. The folder is outside the
 * repository, because Jest rejects two packages with one name.
 * @param manifest the package.json
 * @param destination the folder of the archive; emptied first
 */
export async function packFolder(
  manifest: { readonly name: string },
  destination: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  rmSync(destination, { recursive: true, force: true });
  mkdirSync(destination);
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-pack-'));
  try {
    await fill(folder);
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
    const options = ['--pack-destination', destination, '--loglevel=error'];
    const [archive = ''] = execFileSync('npm', ['pack', folder, ...options], { encoding: 'utf8' }).split('\n');
    return path.join(destination, archive);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
