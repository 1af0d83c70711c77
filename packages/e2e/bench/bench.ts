import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import type { Contestant } from './contestants/contestant';
import { startFloors } from './contestants/floors';
import { contestantNames } from './contestants/names';
import { startPortico } from './contestants/portico';
import { buildFloors, outputFolder } from './floors/build-floors';
import { measureAtSpeeds } from './measure/measure-at-speeds';
import { measureModules } from './measure/measure-modules';
import { measureSignIn } from './measure/measure-sign-in';
import type { Sample } from './measure/metrics';
import { summarizeSamples } from './report/results';
import { renderFigures, writeReport } from './report/write-report';
import { measureServer } from './server/measure-server';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, repetitions: { type: 'string' } },
});
const repetitions = Number(options.repetitions ?? (options.quick ? 2 : 7));
if (!Number.isInteger(repetitions) || repetitions < 1) throw new Error('--repetitions takes a number of at least 1.');

/**
 * Keeps Chromium from parsing a script again at its first `new Error`. It does so only while a debugging tool is
 * attached, as here, and takes 25 ms for a large file at full speed.
 */
const keepsPositions = '--js-flags=--no-enable-lazy-source-positions';

/** Quick runs have too few repetitions for docs, so their report goes elsewhere. */
const reportFolder = options.quick ? outputFolder('report') : undefined;

console.error('Building the floors …');
await buildFloors();
const contestants = await startFloors();
try {
  console.error('Starting two portals …');
  contestants.push(await startPortico(contestantNames.portico, 3));
  contestants.push(await startPortico(contestantNames.manyApplications, 500));
  const { CHROME_PATH: executablePath } = process.env;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', keepsPositions],
  });
  try {
    const samples = await measureAll(browser);
    const results = contestants.map(({ name }) => summarizeSamples(name, samples.get(name) ?? []));
    const conditions = { repetitions, browser: `Chromium ${browser.version()}`, machine: describeMachine() };
    console.error('Measuring the server …');
    const server = await measureServer(options.quick ? { rounds: 2, seconds: 2 } : { rounds: 7, seconds: 5 });
    const figures = renderFigures(results, server, conditions);
    console.log(figures);
    console.error(`Wrote ${await writeReport(results, figures, reportFolder)}.`);
  } finally {
    await browser.close();
  }
} finally {
  await Promise.all(contestants.map((contestant) => contestant.stop()));
}

/**
 * Measures the contestants interleaved, so that a disturbance of the machine affects all of them.
 */
async function measureAll(browser: Browser): Promise<Map<string, Sample[]>> {
  const samples = new Map(contestants.map(({ name }): [string, Sample[]] => [name, []]));
  // Discard the first visits: they include the servers' compilation.
  for (const contestant of contestants) await warmUp(browser, contestant);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const contestant of rotate(contestants, repetition)) {
      console.error(`Repetition ${repetition + 1} of ${repetitions}: ${contestant.name} …`);
      const signIn = await measureSignIn(browser, contestant);
      // The long run of the heap gives the same result each time.
      const modules = await measureModules(browser, contestant, repetition === 0);
      const atSpeeds = await measureAtSpeeds(browser, contestant);
      samples.get(contestant.name)?.push({ ...signIn, ...modules, ...atSpeeds });
    }
  }
  return samples;
}

async function warmUp(browser: Browser, { url, signIn }: Contestant): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/signin`, { waitUntil: 'networkidle' });
  await signIn(context);
  await page.goto(`${url}/one/`, { waitUntil: 'networkidle' });
  await context.close();
}

/** Rotates the list, so that each contestant is first once. */
function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function describeMachine(): string {
  const all = cpus();
  return `${all.length} cores of ${all[0]?.model.trim() ?? 'an unknown processor'}`;
}
