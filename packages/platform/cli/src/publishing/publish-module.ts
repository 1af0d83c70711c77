import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BuiltModule, computeDigest, formatKilobytes, type ReadFile, readFiles } from '@portico/check';
import {
  fileDigestsSchema,
  type ModuleStatus,
  moduleStatusSchema,
  type PreviewLink,
  type Publication,
  previewLinkSchema,
} from '@portico/contract';
import { ConnectionError, longTimeoutMilliseconds, type ServerApi } from '../server/server-api';
import { CommandError } from '../terminal/arguments';
import { getTypesName } from './fetch-types';
import { getModulePath } from './publishing-api';

/** What to publish, apart from the files. */
export type PublishRequest = Pick<
  Publication,
  'version' | 'policy' | 'preloads' | 'shared' | 'url' | 'audience' | 'checked' | 'from' | 'reason'
>;

/**
 * Publishes a built module without checking it: uploads the files that the portal lacks (unless the request has a URL),
 * then publishes in one call. A failure before that call changes nothing.
 *
 * @param files of `readPublishedFiles`
 * @param report prints a line for each step
 * @returns the new status of the module.
 * @throws CommandError
 */
export async function publishModule(
  api: ServerApi,
  module: BuiltModule,
  files: readonly ReadFile[],
  request: PublishRequest,
  report: (line: string) => void,
): Promise<ModuleStatus> {
  const { key } = module;
  const publication = await preparePublication(api, module, files, request, report);
  report('Publishing.');
  try {
    return await api.create(`${getModulePath(key)}/versions`, publication, moduleStatusSchema, longTimeoutMilliseconds);
  } catch (error) {
    if (!(error instanceof ConnectionError && error.mayHaveArrived)) throw error;
    throw new CommandError(`${error.message} Run "portico status ${key}" to see what is live.`, { cause: error });
  }
}

/**
 * Stores a built module without checking it, and without making it live.
 *
 * @param days how long the link opens it
 * @returns a link to it.
 * @throws CommandError
 */
export async function storePreview(
  api: ServerApi,
  module: BuiltModule,
  files: readonly ReadFile[],
  request: PublishRequest,
  days: number,
  report: (line: string) => void,
): Promise<PreviewLink> {
  const publication = await preparePublication(api, module, files, request, report);
  const path = `${getModulePath(module.key)}/previews`;
  return api.create(path, { ...publication, days }, previewLinkSchema, longTimeoutMilliseconds);
}

/** Uploads the files that the portal lacks, unless the team hosts them. Publishes nothing. */
async function preparePublication(
  api: ServerApi,
  module: BuiltModule,
  files: readonly ReadFile[],
  request: PublishRequest,
  report: (line: string) => void,
): Promise<Publication> {
  const { key, published } = module;
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  const count = `${files.length === 1 ? '1 file' : `${files.length} files`}, ${formatKilobytes(size)}`;
  if (request.url === undefined) await sendMissing(api, key, files, count, report);
  else report(`${count}; the portal fetches and compares what is at ${request.url}.`);

  const named = files.map(({ name, digest }) => ({ name, digest }));
  return { ...request, entry: published, styles: [...module.styles], files: named };
}

/**
 * Reads what is published of a built module.
 * @throws CommandError for the first file that a portal would refuse
 */
export async function readPublishedFiles(module: BuiltModule): Promise<ReadFile[]> {
  return withTypes(await readFiles(module.dist), await readTypes(module));
}

/** The built folder may hold the same file. */
function withTypes(files: readonly ReadFile[], types: readonly ReadFile[]): ReadFile[] {
  return [...files.filter(({ name }) => types.every((file) => file.name !== name)), ...types];
}

async function sendMissing(
  api: ServerApi,
  key: string,
  files: readonly ReadFile[],
  count: string,
  report: (line: string) => void,
): Promise<void> {
  const byDigest = new Map(files.map((file) => [file.digest, file]));
  const { digests } = await api.create(
    `${getModulePath(key)}/missing-files`,
    { digests: [...byDigest.keys()] },
    fileDigestsSchema,
  );
  const missing = digests.flatMap((digest) => byDigest.get(digest) ?? []);
  report(
    missing.length === 0 ? `${count}; the portal has all of them.` : `${count}; the portal lacks ${missing.length}.`,
  );
  let sent = 0;
  await sendFiles(api, key, missing, ({ name, content }) => {
    sent += 1;
    report(`Sent ${sent} of ${missing.length}: ${name}, ${formatKilobytes(content.length)}.`);
  });
}

const atOnce = 4;
const pauseMilliseconds = 1000;

/**
 * Uploads files, a few at a time. An upload whose connection breaks is repeated once, which is safe because uploads are
 * idempotent. The first failure stops all.
 *
 * @param onSent called after each file
 */
async function sendFiles(
  api: ServerApi,
  module: string,
  files: readonly ReadFile[],
  onSent: (file: ReadFile) => void,
): Promise<void> {
  const waiting = [...files];
  async function work(): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      await sendFile(api, module, file);
      onSent(file);
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    waiting.length = 0;
  }
}

async function sendFile(api: ServerApi, module: string, { digest, content }: ReadFile): Promise<void> {
  const send = () => api.upload(`${getModulePath(module)}/files/${digest}`, content);
  try {
    await send();
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    await pause(pauseMilliseconds);
    await send();
  }
}

/** Reads the types of a module, to be published beside its entry; nothing if it declares none. */
async function readTypes({ entry, folder, types }: BuiltModule): Promise<ReadFile[]> {
  if (types === undefined) return [];
  const content = await readFile(path.resolve(folder, types));
  return [{ name: getTypesName(entry), content, digest: computeDigest(content) }];
}
