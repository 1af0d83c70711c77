import type { BundledFiles } from './bundled-files';
import { createProgram } from './create-program';
import { sentenceOf } from './sentence-of';

/** Does what the command line says; a failure is one sentence, and the exit code 1. */
export async function runPortico(files: BundledFiles): Promise<void> {
  try {
    await createProgram(files).parseAsync();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}
