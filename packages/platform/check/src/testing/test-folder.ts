import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A folder for each test. To be called where the tests are declared.
 * @param files that it has, by their paths in it
 */
export function testFolder(files: Readonly<Record<string, string>> = {}) {
  let root = '';
  /** The path of something in the folder; of the folder itself by default. */
  const at = (name = '') => path.join(root, name);
  const write = async (more: typeof files): Promise<void> => {
    for (const [name, text] of Object.entries(more)) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      await writeFile(at(name), text);
    }
  };
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
    await write(files);
  });
  return { at, write };
}
