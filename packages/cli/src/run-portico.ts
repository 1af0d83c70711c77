import type { BundledFiles } from './bundled-files';
import { createProgram } from './create-program';
import { sentenceOf } from './sentence-of';

/**
 * Does what the command line says; a failure is one sentence, and the exit code 1.
 *
 * @param program by default the one that everybody gets
 */
export async function runPortico(files: BundledFiles, program = createProgram(files)): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}
