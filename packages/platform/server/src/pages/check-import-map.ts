import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Configuration, type ImportMap, modulePrefix } from '@portico/contract';
import type { FastifyBaseLogger } from 'fastify';
import { BuildError, createBuildImportMap } from '../registry/build-files';
import type { ShellFileStore } from './shell-file-store';

interface MapCheckOptions extends Pick<Configuration, 'moduleOrigins'> {
  /** The file of `readBase`. */
  readonly file: string;
  readonly readBase: () => Promise<ImportMap>;
  readonly distDirectory: string;
  readonly store: Pick<ShellFileStore, 'has'>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const none: Pick<ImportMap, 'imports' | 'integrity'> = { imports: {}, integrity: {} };

/**
 * Creates the check of the import map, which reads it as browsers do: it needs all names of the shell's build, and the
 * files of the shell that it names. Each problem is logged once. Concurrent calls share one check, because anybody may
 * call `/health/ready`.
 * @returns whether browsers can start the portal
 */
export function createMapCheck(options: MapCheckOptions): () => Promise<boolean> {
  const { distDirectory, file, log, moduleOrigins, readBase, store } = options;
  const readBuilt = createBuildImportMap(distDirectory);
  const logged = { problem: '', foreign: '' };

  function report(kind: keyof typeof logged, text: string): void {
    if (text !== '' && text !== logged[kind]) log.error(`The import map ${file} ${text}`);
    logged[kind] = text;
  }

  async function findProblem(): Promise<string> {
    const { imports, integrity, scopes = {} } = await readBase();
    const isForeign = (address: string) =>
      /^https?:/.test(address) && !(URL.canParse(address) && moduleOrigins.includes(new URL(address).origin));
    const foreign = [imports, ...Object.values(scopes)]
      .flatMap((addresses) => Object.entries(addresses))
      .filter(([, address]) => isForeign(address));
    const names = foreign.map(([name, address]) => `"${name}" at ${address}`).join(', ');
    report('foreign', names && `has names that browsers block, because moduleOrigins lacks their origins: ${names}`);
    // Without a build, pages name the missing files.
    const built = await readBuilt().catch(() => none);
    const needed = Object.keys(built.imports).filter((name) => !name.startsWith(modulePrefix));
    const lacking = needed.find((name) => !Object.hasOwn(imports, name));
    if (lacking !== undefined) return `lacks "${lacking}", which the shell needs`;
    for (const [name, address] of Object.entries(imports)) {
      const [, script] = /^\/@portico\/((?:\w[\w.-]*\/)?\w[\w.-]*)$/.exec(address) ?? [];
      if (script === undefined) continue;
      const isHere = existsSync(path.join(distDirectory, address));
      if (!isHere && !(await store.has(script))) return `has "${name}" at ${address}, and there is no such file`;
      const [expected, actual] = [integrity[address], built.integrity[address]];
      if (expected && actual && expected !== actual) return `has a wrong integrity of ${address}`;
    }
    return '';
  }

  async function check(): Promise<boolean> {
    const problem = await findProblem().catch((error: unknown) => {
      if (error instanceof BuildError) return `cannot be used: ${error.message}`;
      throw error;
    });
    report('problem', problem);
    return problem === '';
  }

  let running: Promise<boolean> | undefined;
  return () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}
