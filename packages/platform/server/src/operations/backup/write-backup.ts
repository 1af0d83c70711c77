import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { listAppliedMigrations } from '../../database/migrate';
import { systemErrorCode } from '../../process/startup-error';
import type { ModuleFileStore } from '../../registry/files/file-store';
import { writeArchive } from './archive';
import { listTables, readRows, type TableDefinition } from './table-catalog';

/** Excluded tables: the header lists the migrations, and leases belong to running processes. */
const excludedTables = ['migrations', 'leases'];

const batchRows = 500;
/** For tables with bytes, because a module file may have 10 MB. */
const largeBatchRows = 4;

const lineSchema = v.object({ line: v.string() });
const lastSchema = v.object({ last: v.nullable(v.string()) });
const digestSchema = v.object({ digest: v.string() });

interface BackupSource {
  readonly database: Executor;
  /** The store with the module files that are not in the database. */
  readonly files: ModuleFileStore;
  readonly dataFolder: string;
  readonly now: () => Date;
}

/** Writes a snapshot of tables, module files and logos. On PGlite, which has one connection, other calls wait. */
export async function writeBackup(
  { database, files, dataFolder, now }: BackupSource,
  target: NodeJS.WritableStream,
): Promise<void> {
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  await database.transaction(async (tx) => {
    // The time zone changes the text of times.
    await tx.execute(sql`set local timezone to 'UTC'`);
    const migrations = [...(await listAppliedMigrations(tx))].sort();
    const tables = (await listTables(tx)).filter(({ name }) => !excludedTables.includes(name));
    const header = { createdAt: now().toISOString(), migrations };
    await writeArchive(header, listParts(tx, tables, files, dataFolder), target);
  }, snapshot);
}

async function* listParts(
  tx: Executor,
  tables: readonly TableDefinition[],
  files: ModuleFileStore,
  dataFolder: string,
): AsyncGenerator<string> {
  for (const table of tables) yield* readTable(tx, table);
  const elsewhere = sql`
    select digest from sent_files where digest not in (select digest from module_files) order by digest`;
  for (const { digest } of await readRows(tx, digestSchema, elsewhere)) {
    const content = await files.get(digest);
    // Without content, the upload was not completed and no version uses the file.
    if (content !== undefined) yield JSON.stringify({ file: digest, content: content.toString('base64') });
  }
  yield* readLogos(path.join(dataFolder, 'media'));
}

async function* readLogos(media: string): AsyncGenerator<string> {
  if ((await ifPresent(stat(media))) === undefined) return;
  // Includes links, because Kubernetes mounts files as links.
  const entries = await readdir(media, { recursive: true, withFileTypes: true });
  const getPath = ({ parentPath, name }: Dirent) => path.join(parentPath, name);
  const links = entries.filter((entry) => entry.isSymbolicLink()).map((entry) => getPath(entry) + path.sep);
  for (const entry of entries.filter((found) => found.isFile() || found.isSymbolicLink())) {
    const file = getPath(entry);
    // Node 26 also lists the files of linked folders.
    if (links.some((link) => file.startsWith(link))) continue;
    const name = path.relative(media, file).split(path.sep).join('/');
    // The operator may remove a logo meanwhile.
    const content = await ifPresent(readFile(file));
    if (content) yield JSON.stringify({ media: name, content: content.toString('base64') });
  }
}

/** @returns `undefined` when the file does not exist, or is a link to a folder */
async function ifPresent<Result>(read: Promise<Result>): Promise<Result | undefined> {
  try {
    return await read;
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(String(systemErrorCode(error)))) return undefined;
    throw error;
  }
}

async function* readTable(tx: Executor, { columns, name }: TableDefinition): AsyncGenerator<string> {
  yield JSON.stringify({ table: name, columns: columns.map((column) => column.name) });
  const values = sql.join(columns.map(toText), sql`, `);
  const count = columns.some(({ type }) => type === 'bytea') ? largeBatchRows : batchRows;
  await tx.execute(
    sql`declare backup_rows cursor for select json_build_array(${values})::text as line from ${sql.identifier(name)}`,
  );
  for (;;) {
    const lines = await readRows(tx, lineSchema, sql.raw(`fetch ${count} from backup_rows`));
    for (const { line } of lines) yield line;
    if (lines.length < count) break;
  }
  await tx.execute(sql`close backup_rows`);
  for (const column of columns.filter(({ isNumbered }) => isNumbered)) {
    const [found] = await readRows(
      tx,
      lastSchema,
      sql`select pg_sequence_last_value(pg_get_serial_sequence(${name}, ${column.name})::regclass)::text as last`,
    );
    const last = found?.last ?? null;
    if (last !== null) yield JSON.stringify({ sequence: name, column: column.name, last });
  }
}

/** Bytes become base64, because PGlite takes ten times longer for PostgreSQL's own text. */
function toText({ name, type }: TableDefinition['columns'][number]): SQL {
  return type === 'bytea' ? sql`encode(${sql.identifier(name)}, 'base64')` : sql`${sql.identifier(name)}::text`;
}
