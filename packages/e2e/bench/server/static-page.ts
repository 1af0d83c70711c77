import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A static server of one page, in a separate process. */
interface StaticPage {
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}

/** Serves a page from memory, compressed at the start. */
export async function startStaticPage(page: string): Promise<StaticPage> {
  const file = path.join(import.meta.dirname, 'static-page-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  child.stdin.end(page);
  const ended = exit.then(([code]) => Promise.reject(new Error(`The static server ended with ${code}.`)));
  const [printed]: Buffer[] = await Promise.race([once(child.stdout, 'data'), ended]);
  ended.catch(() => {});
  return {
    url: String(printed).trim(),
    stop: () => {
      child.kill();
      return exit;
    },
  };
}
