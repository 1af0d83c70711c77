import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import * as v from 'valibot';
import { distFolder } from '../process/folders';
import { startBeforeTests } from './start-before-tests';

const resultSchema = v.object({ code: v.number(), output: v.string(), errors: v.string() });

/** The exit code of a command, and what it printed. */
export type CommandResult = v.InferOutput<typeof resultSchema>;

/**
 * The command line for all tests of a file: one process, which runs the commands one after the other. Its check needs no
 * build of the shell.
 * @param folder where the commands run
 */
export function testPortico(folder?: string) {
  return startBeforeTests(async () => {
    const child = fork(path.join(distFolder, 'testing/commands.js'), {
      cwd: folder,
      env: { PATH: process.env.PATH },
      execArgv: [],
    });
    const exit = once(child, 'exit');
    const crash = exit.then(() => {
      throw new Error('The command line crashed.');
    });
    crash.catch(() => {});
    let last: Promise<unknown> = Promise.resolve();
    const run = async (parameters: readonly string[], variables: Record<string, string>, input: string) => {
      const answer = once(child, 'message');
      child.send({ parameters, variables, input });
      const [result] = await Promise.race([answer, crash]);
      return v.parse(resultSchema, result);
    };
    return {
      run: (parameters: readonly string[], variables: Record<string, string>, input = '') => {
        const result = last.then(() => run(parameters, variables, input));
        last = result.catch(() => {});
        return result;
      },
      stop: async () => {
        child.disconnect();
        await exit;
      },
    };
  });
}
