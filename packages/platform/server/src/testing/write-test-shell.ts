import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const files = {
  'page.json': JSON.stringify({
    system: { address: '/@portico/system.js', integrity: 'sha384-s' },
    overrides: { address: '/@portico/overrides.js', integrity: 'sha384-o' },
    api: '/@portico/api.js',
    locales: { pt: { first: '/@portico/pt.js', rest: '/@portico/pt-rest.js' } },
  }),
  'page/first-paint.js': '1',
  'page/frame.css': 'a{}',
};

/**
 * Creates a folder with the files of a build that a page needs.
 * @returns the folder
 */
export async function writeTestShell(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  for (const name of ['@portico', 'page']) await mkdir(path.join(folder, name));
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  return folder;
}
