import path from 'node:path';
import { type LimitedResult, runLimited } from '@portico/check/limited';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { type Caller, createFairQueue } from '../../http/queue';
import { distFolder } from '../../process/folders';
import type { StoredEntry } from '../tables';

/**
 * Parses the entry of a version.
 * @param read is called when a process is free, so that waiting calls take no memory
 * @param name of the entry, for the error
 * @throws ApiError 400 when it is empty, or neither a script nor an ES module that parses
 */
export type ParseEntry = (read: () => Promise<Buffer>, name: string) => Promise<StoredEntry>;

const program = path.join(distFolder, 'server/parse-entry.js');
/** Most entries take 0.1 s, 10 MB on a busy machine 25 s. */
const timeout = 30_000;
/** Megabytes of heap, for a script of 10 MB. */
const heap = 1024;

const limits = { concurrency: 2, maxWaiting: 100 };
/** A deployment never publishes more modules than this. */
const places = { concurrency: 1, maxWaiting: 1000 };

const reasons: Partial<Record<LimitedResult['end'], string>> = {
  timeout: `parsing takes more than ${timeout / 1000} seconds`,
  crash: 'parsing takes too much memory, or the script is nested too deeply',
};

/** The output of `parse-entry-main.ts`. */
const parsedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    error: v.optional(v.string()),
    form: v.exactOptional(v.literal('es-module')),
    imports: v.exactOptional(v.array(v.string())),
    isSystem: v.exactOptional(v.literal(true)),
    container: v.exactOptional(
      v.object({ type: v.picklist(['module', 'system', 'var']), expose: v.exactOptional(v.string()) }),
    ),
  }),
);

/**
 * Creates a function that creates the parser of a caller. Each entry is parsed in a process of its own, because a script
 * can end its parser.
 */
export function createEntryParsers() {
  const queue = createFairQueue(limits, places);
  return (caller: Caller): ParseEntry =>
    async (read, name) => {
      const limited = { program, timeout, heap, signal: caller.signal };
      const { end, errors, output } = await queue(caller, async () => runLimited({ ...limited, input: await read() }));
      if (end === 'failed') throw new Error(`An entry could not be parsed: ${errors}`);
      const { error = reasons[end], ...entry } = end === 'success' ? v.parse(parsedSchema, output) : {};
      if (error !== undefined) throw new ApiError(400, 'entry-not-script', { values: { name, error } });
      return entry;
    };
}
