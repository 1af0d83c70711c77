import * as v from 'valibot';
import { parseArgument } from '../arguments';
import type { BuiltModule } from './built-module';
import { checkModule } from './check-module';
import type { CheckOptions } from './check-options';
import { readCheckParts } from './check-page';
import { findBrowser } from './find-browser';
import { sharedNames } from './shared-names';

const sizeSchema = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number));

/**
 * Checks modules in a browser and prints what came of it.
 *
 * @param shell the folder of the shell's build
 * @returns whether something is refused
 */
export async function checkModules(
  modules: readonly BuiltModule[],
  shell: string,
  { maxKb, browser: program }: CheckOptions,
): Promise<boolean> {
  const maxSize = parseArgument(sizeSchema, maxKb, `"${maxKb}" is no number of kilobytes.`) * 1024;
  const parts = await readCheckParts(shell);
  // As large as everything else together, and of no use to the other commands.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: findBrowser(program, chromium.executablePath()) });
  try {
    const verdicts = [];
    for (const module of modules) verdicts.push(await checkModule(module, { browser, shell, parts, maxSize }));
    const findings = sharedNames(verdicts);
    for (const finding of findings) console.log(`✗ ${finding}`);
    return findings.length > 0 || verdicts.some((verdict) => verdict.isRefused);
  } finally {
    await browser.close();
  }
}

export type CheckModules = typeof checkModules;
