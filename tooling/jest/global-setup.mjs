import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildPrograms } from '../scripts/prepare.mjs';

/** Builds the server and the command line, because some tests start them as processes. Every project runs this. */
export default () => {
  if (process.env.TEST_FOLDER === undefined) {
    process.env.TEST_FOLDER = mkdtempSync(path.join(tmpdir(), 'portico-tests-'));
    // Tests create their folders here, so that no test has to remove them.
    process.env.TMPDIR = process.env.TEST_FOLDER;
  }
  return buildPrograms();
};
