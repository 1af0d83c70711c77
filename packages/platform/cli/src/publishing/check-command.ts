import {
  type BuiltModule,
  type CheckResult,
  findSharedNames,
  formatKilobytes,
  readBuiltModule,
  startChecker,
} from '@portico/check';
import { isPackageName } from '@portico/contract';
import type { Command } from 'commander';
import * as v from 'valibot';
import { PortalCommand } from '../server/portal-command';
import { createParser } from '../terminal/arguments';
import { exitOnSignals } from '../terminal/signals';
import { askPortal } from './ask-portal';

export interface CheckOptions {
  readonly dist: string;
  readonly maxKb: number;
  readonly browser?: string;
}

export type RunCheck = (
  modules: readonly BuiltModule[],
  options: CheckOptions,
) => Promise<{
  readonly hasFailed: boolean;
  readonly results: readonly Pick<CheckResult, 'chunkGlobals' | 'hasStyleAttributes' | 'preloads'>[];
}>;

/** The result of a module that no browser has checked. */
export const uncheckedResult = { chunkGlobals: [], hasStyleAttributes: false, preloads: [] };

export function checkCommand(check: RunCheck): PortalCommand {
  const command = new PortalCommand('publisher', 'check')
    .description('Check built modules in a real browser, as the portal loads them')
    .argument('[folders...]', 'module folders (default: this folder); several are also checked against each other')
    .action(async (named: string[], options: CheckOptions, command: PortalCommand) => {
      const folders = named.length > 0 ? named : ['.'];
      const read = await Promise.all(folders.map((folder) => readBuiltModule(folder, options.dist)));
      const modules = await Promise.all(read.map((module) => askIfNeeded(module, command)));
      if ((await check(modules, options)).hasFailed) process.exitCode = 1;
    });
  return withCheckOptions(command);
}

/** Asks the portal about a module that imports modules of other teams, or, with a token, about one with types. */
async function askIfNeeded(module: BuiltModule, command: PortalCommand): Promise<BuiltModule> {
  const { shared, types } = module;
  const isNeeded = shared !== undefined || (types !== undefined && command.opts().token);
  return isNeeded ? askPortal(await command.connect(), module) : module;
}

const parseSize = createParser(v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.toNumber()), 'a number of kilobytes');

export function withCheckOptions<Checking extends Command>(command: Checking): Checking {
  return withBrowserOptions(
    command.option('--dist <folder>', 'the folder of the built files, inside the module folder', 'dist'),
  );
}

/** Adds the options of a check of any build. */
export function withBrowserOptions<Checking extends Command>(command: Checking): Checking {
  return command
    .option('--max-kb <number>', 'the maximum compressed size until the module is on screen', parseSize, 250)
    .option('--browser <path>', 'a Chromium or Chrome (default: CHROME_PATH, or an installed one)');
}

/** @param shell the folder of the built shell */
export function createCheck(shell: string): RunCheck {
  return async (modules, { browser, maxKb }) => {
    const ignoreSignals = exitOnSignals();
    try {
      const checker = await startChecker({ browser, maxSize: maxKb * 1024, shell });
      const results: CheckResult[] = [];
      try {
        for (const module of modules) {
          console.log(module.key);
          const result = await checker.check(module);
          printResult(result);
          results.push(result);
        }
      } finally {
        await checker.close();
      }
      const findings = findSharedNames(results);
      for (const finding of findings) console.log(`✗ ${finding}`);
      return { hasFailed: findings.length > 0 || results.some((result) => result.findings.length > 0), results };
    } finally {
      ignoreSignals();
    }
  };
}

function printResult({ findings, loaded, module, remarks }: CheckResult): void {
  const sum = loaded.reduce((total, { size }) => total + size, 0);
  const printSize = (size: number, name: string) => console.log(`  ${formatKilobytes(size).padStart(10)}  ${name}`);
  for (const { name, size } of loaded) printSize(size, name);
  if (loaded.length > 0) printSize(sum, 'compressed, until it is on screen');
  for (const remark of remarks) console.log(`  · ${remark}`);
  for (const finding of findings) console.log(`  ✗ ${finding}`);
  if (findings.length === 0 && !isPackageName(module.key)) console.log('  ✓ Nothing is wrong.');
}
