import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError } from './arguments';

/** @throws CommandError when the file cannot be read */
export function readInputFile(file: string) {
  return readFile(file).catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read.`, { cause });
  });
}

/** Reads a secret from standard input, without the line break that `echo` adds. */
export async function readSecret(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
