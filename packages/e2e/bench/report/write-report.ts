import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerFigures } from '../server/measure-server';
import { replaceFigures } from './document';
import { renderPicture } from './render-picture';
import type { Result } from './results';
import { renderServerFigures } from './server-table';
import { renderGoals, renderMedians, renderRatios } from './table';

const docs = path.resolve(import.meta.dirname, '../../../../docs');

/** The machine and the versions that the figures depend on. */
export interface Conditions {
  readonly repetitions: number;
  readonly browser: string;
  readonly machine: string;
}

/** The tables of a run. */
export function renderFigures(
  results: readonly Result[],
  server: ServerFigures,
  { repetitions, browser, machine }: Conditions,
): string {
  return [
    `Medians of ${repetitions} repetitions, with the smallest and the largest value; less is better. ${browser}; ${machine}.`,
    '![The medians as bars](images/performance.svg)',
    renderMedians(results),
    'The ratios of the medians:',
    renderRatios(results),
    'The goals:',
    renderGoals(results),
    'The server, with as many connections as keep it busy:',
    renderServerFigures(server),
  ].join('\n\n');
}

/**
 * Writes performance.md and its picture with the figures of a run into a folder.
 * @returns the document
 */
export async function writeReport(results: readonly Result[], figures: string, folder = docs): Promise<string> {
  const document = await readFile(path.join(docs, 'performance.md'), 'utf8');
  const written = path.join(folder, 'performance.md');
  await mkdir(path.join(folder, 'images'), { recursive: true });
  await writeFile(written, replaceFigures(document, figures));
  await writeFile(path.join(folder, 'images/performance.svg'), renderPicture(results));
  return written;
}
