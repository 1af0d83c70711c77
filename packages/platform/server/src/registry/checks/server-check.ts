import path from 'node:path';
import { type CheckPackage, type CheckSource, type IsolatedOutput, runIsolatedCheck } from '@portico/check/isolated';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../http/api-error';
import { type Caller, createFairQueue } from '../../http/queue';
import { distFolder } from '../../process/folders';

/** A Chromium takes a core and 500 MB for some seconds. A call that would wait longer than a proxy does is refused. */
const limits = { concurrency: 1, maxWaiting: 8 };
const places = { concurrency: 1, maxWaiting: 4 };
const program = path.join(distFolder, 'server/check.js');

/**
 * Creates a function that checks a version in a browser, as `portico check` does, until its caller leaves. It returns what
 * it saw, or `undefined` if it could not check the version; the log says why not. It throws ApiError 400 `check-failed`
 * with the first finding, and BusyError while too many checks wait.
 * @param chromium the path of a Chromium
 */
export function createServerCheck(chromium: string, log: FastifyBaseLogger) {
  const queue = createFairQueue(limits, places);
  return async (
    source: CheckSource,
    caller: Caller,
  ): Promise<Pick<IsolatedOutput, 'hasStyleAttributes'> | undefined> => {
    requireOneCopy(source.packages);
    const check = () => runIsolatedCheck(program, chromium, source, caller.signal);
    const { errors, output } = await queue(caller, check);
    const [finding] = output?.findings ?? [];
    if (finding !== undefined) throw new ApiError(400, 'check-failed', { values: { finding } });
    if (!output) log.error({ module: source.module, errors }, 'A version could not be checked in Chromium');
    return output;
  };
}

/** The page of a check has no scopes for packages on this machine. Throws ApiError 400 `check-failed`. */
function requireOneCopy(packages: readonly CheckPackage[]): void {
  const names = packages.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  const finding = `It imports two versions of ${twice}, by itself or by what it imports: choose ranges that allow one.`;
  throw new ApiError(400, 'check-failed', { values: { finding } });
}
