import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Declarations, PolicyNeeds } from '@portico/contract';
import * as v from 'valibot';
import type { LocalPackage, Mirror } from '../build/mirror';
import { runLimited } from './run-limited';

/** The files of a version, on the server or on the host of a team. */
export interface VersionFiles {
  /** The name of the entry in the folder. */
  readonly entry: string;
  readonly files: readonly { readonly name: string; readonly read: () => Promise<Buffer | undefined> }[];
  /** The source of the other files. */
  readonly mirror?: Mirror;
}

/** A package of a team, or another module, that the version imports by name. */
export interface CheckPackage extends VersionFiles, Pick<LocalPackage, 'details' | 'policy'> {
  readonly name: string;
}

/** A version to check. */
export interface CheckSource extends VersionFiles {
  readonly module: string;
  readonly declarations: Declarations;
  /** Its needs from the content policy. */
  readonly policy: PolicyNeeds;
  /** The needs that the operator allows. */
  readonly allowed: PolicyNeeds;
  /** The names of the style sheets that it needs. */
  readonly styles: readonly string[];
  readonly packages: readonly CheckPackage[];
}

/** The input of the other process, beside the files. */
export interface IsolatedFiles {
  readonly mirror?: Mirror | undefined;
  readonly allowed: PolicyNeeds;
  readonly declarations: Declarations;
  readonly packages: Readonly<Record<string, LocalPackage>>;
}

/** The output of the program. */
const outputSchema = v.object({ findings: v.array(v.string()), hasStyleAttributes: v.boolean() });

export type IsolatedOutput = v.InferOutput<typeof outputSchema>;

/** Timeout of one check, in milliseconds: most take five seconds. */
const timeout = 60_000;
/** Maximum heap of the program, in megabytes. */
const heap = 256;

/**
 * Checks an uploaded version in another process, which has no secrets of this process.
 * @param program the built `isolated-main.ts`
 * @param chromium the path of a Chromium
 * @param signal ends the check earlier
 * @returns no `output` if the check could not run; `errors` is what the program wrote to standard error
 */
export async function runIsolatedCheck(
  program: string,
  chromium: string,
  source: CheckSource,
  signal: AbortSignal,
): Promise<{ readonly output?: IsolatedOutput; readonly errors: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-check-'));
  try {
    await writeSource(folder, source);
    const parameters = [chromium, folder];
    const { end, errors, output } = await runLimited({ program, parameters, folder, timeout, heap, signal });
    if (end === 'timeout') {
      const findings = [`It blocks the page for ${timeout / 1000} seconds.`];
      return { output: { findings, hasStyleAttributes: false }, errors };
    }
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), outputSchema), output);
    return { ...(parsed.success && { output: parsed.output }), errors: errors.slice(0, 1000) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeSource(folder: string, source: CheckSource): Promise<void> {
  const { allowed, declarations, entry, files, mirror, module, packages, policy, styles } = source;
  const writeJson = (name: string, value: unknown) => writeFile(path.join(folder, name), JSON.stringify(value));
  await writeJson('package.json', { portico: { key: module, entry, policy, styles } });
  await writeFiles(path.join(folder, 'dist'), files);
  const local: Record<string, LocalPackage> = {};
  for (const [index, { files, name, ...located }] of packages.entries()) {
    local[name] = { ...located, folder: path.join(folder, `package-${index}`) };
    await writeFiles(local[name].folder, files);
  }
  await writeJson('isolated.json', { mirror, allowed, declarations, packages: local } satisfies IsolatedFiles);
}

async function writeFiles(folder: string, files: VersionFiles['files']): Promise<void> {
  await mkdir(folder);
  for (const { name, read } of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, (await read()) ?? '');
  }
}
