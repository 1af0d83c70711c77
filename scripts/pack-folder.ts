import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Makes the archive that npm installs of a folder that `fill` fills, and says where it is. The folder is elsewhere, since
 * Jest takes two packages of one name in the tree for a mistake.
 * @param manifest becomes its package.json
 * @param destination is emptied before
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
