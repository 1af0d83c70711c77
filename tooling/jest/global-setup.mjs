import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPrograms } from '../scripts/prepare.mjs';

/** Some tests start the server and the command line as processes. Every project runs this. */
export default () => {
  if (process.env.TEST_FOLDER === undefined) {
    process.env.TEST_FOLDER = mkdtempSync(path.join(tmpdir(), 'portico-tests-'));
    // Where tests make their folders, so that none has to remove them.
    process.env.TMPDIR = process.env.TEST_FOLDER;
  }
  return buildPrograms();
};
