import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline as forwardErrors, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as v from 'valibot';
import { StartupError } from '../../process/startup-error';

/** Increases when older servers can no longer read an archive. */
const archiveFormat = 1;

/** The first line. The migrations define the schema of the tables. */
const headerSchema = v.object({
  portico: v.literal('backup'),
  format: v.number(),
  createdAt: v.string(),
  migrations: v.array(v.string()),
});

export type ArchiveHeader = Pick<v.InferOutput<typeof headerSchema>, 'createdAt' | 'migrations'>;

/** A row: values as PostgreSQL's texts, bytes as base64. */
const rowSchema = v.array(v.nullable(v.string()));
const tableSchema = v.object({ table: v.string(), columns: v.array(v.string()) });
/** The last number of an identity column. */
const sequenceSchema = v.object({ sequence: v.string(), column: v.string(), last: v.string() });
/** A module file of another store, by digest. */
const fileSchema = v.object({ file: v.string(), content: v.string() });
/** A logo of the operator. */
const mediaSchema = v.object({ media: v.string(), content: v.string() });
const endSchema = v.object({ end: v.literal(true), lines: v.number(), digest: v.string() });
const partSchema = v.union([rowSchema, tableSchema, sequenceSchema, fileSchema, mediaSchema, endSchema]);

/** The parts after the header. Rows follow their table. */
export type ArchivePart = Exclude<v.InferOutput<typeof partSchema>, v.InferOutput<typeof endSchema>>;

/** Writes an archive: compressed lines of JSON. The last line has the digest of all others. */
export async function writeArchive(
  header: ArchiveHeader,
  parts: AsyncIterable<string>,
  target: NodeJS.WritableStream,
): Promise<void> {
  async function* createLines() {
    const hash = createHash('sha256');
    const first = JSON.stringify({ portico: 'backup', format: archiveFormat, ...header });
    hash.update(first);
    yield `${first}\n`;
    let lines = 1;
    for await (const part of parts) {
      hash.update(part);
      lines += 1;
      yield `${part}\n`;
    }
    yield `${JSON.stringify({ end: true, lines, digest: hash.digest('hex') })}\n`;
  }
  await pipeline(Readable.from(createLines()), createGzip({ level: 4 }), target);
}

/**
 * Reads an archive. The last line may prove it damaged, so callers must undo their work when this throws.
 * @throws StartupError when the file is not an archive, is truncated or was changed
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveHeader | ArchivePart> {
  const lines = readLines(file);
  const hash = createHash('sha256');
  const first = await lines.next();
  const header = parseLine(headerSchema, first.done ? '' : first.value);
  if (header === undefined) throw new StartupError(`${file} is not a backup of Portico.`);
  if (header.format > archiveFormat) throw new StartupError(`${file} is from a newer version of the portal.`);
  hash.update(first.value ?? '');
  yield header;
  let count = 1;
  for await (const line of lines) {
    const part = parseLine(partSchema, line);
    if (part === undefined) throw createDamageError(file);
    if ('end' in part) {
      const isWhole = part.lines === count && part.digest === hash.digest('hex') && (await lines.next()).done;
      if (!isWhole) throw createDamageError(file);
      return;
    }
    hash.update(line);
    count += 1;
    yield part;
  }
  throw createDamageError(file);
}

/** Reads a whole archive to check it; throws as `readArchive`. */
export async function checkArchive(file: string): Promise<ArchiveHeader> {
  let header: ArchiveHeader | undefined;
  for await (const part of readArchive(file)) {
    if ('migrations' in part) header = part;
  }
  if (header === undefined) throw createDamageError(file);
  return header;
}

/** Splits at `\n` only. `readline` of newer Node versions also splits at U+2028 and U+2029, which JSON does not escape. */
async function* readLines(file: string): AsyncGenerator<string, undefined> {
  const content = forwardErrors(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of content) {
      rest += chunk;
      // A file takes thousands of chunks, and only its last one ends a line.
      if (!chunk.includes('\n')) continue;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    throw createDamageError(file, cause);
  }
  if (rest !== '') yield rest;
  return undefined;
}

function parseLine<Schema extends v.GenericSchema>(schema: Schema, line: string): v.InferOutput<Schema> | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line);
  return result.success ? result.output : undefined;
}

function createDamageError(file: string, cause?: unknown): StartupError {
  return new StartupError(`${file} cannot be read, is truncated or was changed; nothing has been restored.`, { cause });
}
