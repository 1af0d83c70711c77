import { fileDigestsSchema, type ModuleStatus, moduleStatusSchema, type Publication } from '@portico/contract';
import type { BuiltModule } from '../check/built-module';
import { kilobytes } from '../check/size-list';
import { CommandError } from '../command-error';
import { longPatienceMilliseconds, type ServerApi } from '../server-api';
import { ConnectionError } from '../server-error';
import { type ReadFile, readFiles } from './read-files';
import { sendFiles } from './send-files';

/** What is asked of a publication, beside the files. */
export type Wish = Pick<Publication, 'version' | 'url' | 'audience' | 'from' | 'reason'>;

/**
 * Publishes a built module as it is, without checking it: sends the files that the portal lacks, unless the wish says
 * where they are, and then switches, which is one call. Whatever ends it before leaves what is live alone.
 *
 * @param report takes a line about each step
 * @returns what is live then. @throws CommandError
 */
export async function publishModule(
  api: ServerApi,
  { key, entry, dist }: BuiltModule,
  wish: Wish,
  report: (line: string) => void,
): Promise<ModuleStatus> {
  const files = await readFiles(dist);
  const size = files.reduce((sum, { content }) => sum + content.length, 0);
  const count = `${files.length === 1 ? '1 file' : `${files.length} files`}, ${kilobytes(size)}`;
  if (wish.url === undefined) await sendMissing(api, key, files, count, report);
  else report(`${count}; the portal fetches and compares what is at ${wish.url}.`);

  const publication: Publication = { ...wish, entry, files: files.map(({ name, digest }) => ({ name, digest })) };
  report('Publishing.');
  try {
    return await api.create(`modules/${key}/versions`, publication, moduleStatusSchema, longPatienceMilliseconds);
  } catch (error) {
    if (!(error instanceof ConnectionError && error.mayHaveArrived)) throw error;
    throw new CommandError(`${error.message} "portico status ${key}" says what is live.`, { cause: error });
  }
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
    `modules/${key}/missing-files`,
    { digests: [...byDigest.keys()] },
    fileDigestsSchema,
  );
  const missing = digests.flatMap((digest) => byDigest.get(digest) ?? []);
  report(missing.length === 0 ? `${count}; the portal has them all.` : `${count}; the portal lacks ${missing.length}.`);
  let sent = 0;
  await sendFiles(api, key, missing, ({ name, content }) => {
    sent += 1;
    report(`Sent ${sent} of ${missing.length}: ${name}, ${kilobytes(content.length)}.`);
  });
}
