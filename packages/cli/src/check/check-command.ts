import { Command } from 'commander';
import { chromium } from 'playwright-core';
import * as v from 'valibot';
import { parseArgument } from '../arguments';
import type { BundledFiles } from '../bundled-files';
import { readBuiltModule } from './built-module';
import { checkModule } from './check-module';
import { readCheckParts } from './check-page';
import { findBrowser } from './find-browser';
import { sharedNames } from './shared-names';

interface CheckOptions {
  readonly dist: string;
  readonly maxKb: string;
  readonly browser?: string;
}

const sizeSchema = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/), v.transform(Number));

export function checkCommand({ shell }: BundledFiles): Command {
  return new Command('check')
    .description('opens built modules in a real browser as the portal does, and refuses what would fail there')
    .argument('[folders...]', 'folders of modules, by default this one; of several, also whether they get on')
    .option('--dist <folder>', 'where the built files are, in the folder of the module', 'dist')
    .option('--max-kb <number>', 'how large it may be until it is on screen, compressed', '250')
    .option('--browser <path>', 'a Chromium or Chrome, by default CHROME_PATH or one that is installed')
    .action(async (named: string[], { dist, maxKb, browser: program }: CheckOptions) => {
      const maxSize = parseArgument(sizeSchema, maxKb, `"${maxKb}" is no number of kilobytes.`) * 1024;
      const folders = named.length > 0 ? named : ['.'];
      const modules = await Promise.all(folders.map((folder) => readBuiltModule(folder, dist)));
      const parts = await readCheckParts(shell);
      const browser = await chromium.launch({ executablePath: findBrowser(program) });
      try {
        const verdicts = [];
        for (const module of modules) verdicts.push(await checkModule(module, { browser, shell, parts, maxSize }));
        const findings = sharedNames(verdicts);
        for (const finding of findings) console.log(`✗ ${finding}`);
        if (findings.length > 0 || verdicts.some((verdict) => verdict.isRefused)) process.exitCode = 1;
      } finally {
        await browser.close();
      }
    });
}
