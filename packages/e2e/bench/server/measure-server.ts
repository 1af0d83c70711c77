import { execFileSync } from 'node:child_process';
import { PortalProcess } from '../../portal/portal-process';
import { addUser, signInByApi } from '../../portal/user';
import { median, type Summary, summarize } from '../measure/statistics';
import { measureRate, navigationHeaders, type PageRequest, requestPages } from './load-pages';
import { startStaticPage } from './static-page';

/** Figures of the server. */
export interface ServerFigures {
  /** Responses per second. */
  readonly staticRate: Summary;
  readonly signInRate: Summary;
  readonly signedInRate: Summary;
  /** Resident memory during pages 10,000 to 20,000, and during the last 10,000 of 100,000, in MiB. */
  readonly memory: { readonly early: number; readonly late: number };
  /** Time from the start of the process, on existing data, to the first response, in milliseconds. */
  readonly start: Summary;
}

/** Memory is the median of this many samples, with this many pages before each. */
const looks = 10;
const pagesALook = 1_000;

/** Durations and repetitions. */
interface Effort {
  readonly rounds: number;
  readonly seconds: number;
}

/** Measures the production server beside a bare static one that serves the same page. */
export async function measureServer({ rounds, seconds }: Effort): Promise<ServerFigures> {
  const portal = await PortalProcess.start();
  try {
    const signIn: PageRequest = { url: `${portal.url}/signin`, headers: navigationHeaders };
    const signedIn: PageRequest = {
      url: `${portal.url}/`,
      headers: { ...navigationHeaders, cookie: await signInForCookie(portal) },
    };
    const page = await (await fetch(signIn.url, { headers: signIn.headers })).text();
    const rates = await measureRates({ page, signIn, signedIn }, rounds, seconds);
    const memory = await measureMemory(portal, [signIn, signedIn]);
    const starts: number[] = [];
    for (let round = 0; round < rounds; round += 1) starts.push(await measureStart(portal));
    return { ...rates, memory, start: summarize(starts) };
  } finally {
    await portal.stop();
  }
}

interface Pages {
  readonly page: string;
  readonly signIn: PageRequest;
  readonly signedIn: PageRequest;
}

/**
 * Interleaved, so that a disturbance of the machine affects all. The first round only makes the servers compile.
 */
async function measureRates({ page, signIn, signedIn }: Pages, rounds: number, seconds: number) {
  const site = await startStaticPage(page);
  try {
    const requests = {
      staticRate: { url: site.url, headers: navigationHeaders },
      signInRate: signIn,
      signedInRate: signedIn,
    };
    const rates: Record<keyof typeof requests, number[]> = { staticRate: [], signInRate: [], signedInRate: [] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['staticRate', 'signInRate', 'signedInRate'] as const) {
        const rate = await measureRate(requests[name], seconds);
        if (round > 0) rates[name].push(rate);
      }
    }
    return {
      staticRate: summarize(rates.staticRate),
      signInRate: summarize(rates.signInRate),
      signedInRate: summarize(rates.signedInRate),
    };
  } finally {
    await site.stop();
  }
}

async function measureMemory(portal: PortalProcess, pages: readonly PageRequest[]): Promise<ServerFigures['memory']> {
  await portal.restart();
  const request = async (total: number) => {
    for (const page of pages) await requestPages(page, total / pages.length);
  };
  // A single sample may include up to 40 MiB of garbage.
  const look = async () => {
    const seen: number[] = [];
    while (seen.length < looks) {
      await request(pagesALook);
      seen.push(readResidentMemory(portal.processId));
    }
    return median(seen);
  };
  await request(10_000);
  const early = await look();
  await request(90_000 - 2 * looks * pagesALook);
  return { early, late: await look() };
}

/** In MiB. */
function readResidentMemory(processId: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(processId)], { encoding: 'utf8' })) / 1024;
}

async function measureStart(portal: PortalProcess): Promise<number> {
  let begin = 0;
  await portal.restart(async () => {
    begin = performance.now();
  });
  await (await fetch(`${portal.url}/signin`, { headers: navigationHeaders })).text();
  return performance.now() - begin;
}

async function signInForCookie(portal: PortalProcess): Promise<string> {
  const { headers } = await signInByApi(portal, await addUser(portal));
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
