import { createProgram } from './create-program';
import { sentenceOf } from './sentence-of';

try {
  await createProgram().parseAsync();
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
