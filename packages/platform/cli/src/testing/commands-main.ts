import path from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { createProgram, runPortico } from '../create-program';

// The command line for tests: one process for many commands, because starting it takes most of the time of a command.
// A test sends a command after the answer of the one before. Tests have neither a browser nor a build of the shell, so
// the check looks at types alone. The program that teams install has no way around the check.
const files = { folder: path.resolve(import.meta.dirname, '../..'), templates: '', shell: '' };

const commandSchema = v.object({
  parameters: v.array(v.string()),
  variables: v.record(v.string(), v.string()),
  input: v.string(),
});

process.on('message', async (message) => process.send?.(await run(v.parse(commandSchema, message))));

/** Runs a command as a process of its own would, and returns its exit code and what it prints. */
async function run({ parameters, variables, input }: v.InferOutput<typeof commandSchema>) {
  process.argv = [process.execPath, 'portico', ...parameters];
  process.env = { PATH: process.env.PATH, ...variables };
  process.exitCode = 0;
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  const output = collect(process.stdout);
  const errors = collect(process.stderr);
  const finish = () => ({ code: process.exitCode, output: output.join(''), errors: errors.join('') });
  return new Promise<ReturnType<typeof finish>>((resolve) => {
    // The command line ends here for wrong parameters. What it would print later is lost, as in a process of its own.
    process.exit = (code) => {
      process.exitCode = code ?? 0;
      resolve(finish());
      throw new Error('The command has ended.');
    };
    void runPortico(files, createUnchecked()).then(() => resolve(finish()));
  });
}

function createUnchecked() {
  return createProgram(files, async (modules) => {
    const findings = modules.flatMap(({ typeBreaks = [] }) => typeBreaks);
    for (const finding of findings) console.log(finding);
    return { hasFailed: findings.length > 0, results: [] };
  });
}

/** Keeps what is written to a stream from now on. */
function collect(stream: NodeJS.WriteStream): string[] {
  const written: string[] = [];
  stream.write = (text: string | Uint8Array) => {
    written.push(text.toString());
    return true;
  };
  return written;
}
