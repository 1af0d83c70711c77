import type { Command } from 'commander';

/** As they are typed. */
export interface CheckOptions {
  readonly dist: string;
  readonly maxKb: string;
  readonly browser?: string;
}

/** Gives a command the options of a check. */
export function withCheckOptions(command: Command): Command {
  return command
    .option('--dist <folder>', 'where the built files are, in the folder of the module', 'dist')
    .option('--max-kb <number>', 'how large it may be until it is on screen, compressed', '250')
    .option('--browser <path>', 'a Chromium or Chrome, by default CHROME_PATH or one that is installed');
}
