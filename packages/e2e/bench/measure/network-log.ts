import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';

/** 1.6 Mbit/s and 150 ms: a slow mobile network. */
const line = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 };

/**
 * Matches the icon of the tab. The browser requests it after all other files. Requests of the page itself have another
 * type.
 */
const icon = /\/favicon\.\w+$/;

const quietPeriod = 3_000;
const longestWait = 30_000;

/** Bytes on the wire, number of requests, and the time of the last byte. */
export interface Transfer {
  readonly requests: number;
  readonly bytes: number;
  readonly end: number;
}

/** Counts the network traffic of a tab, and can slow it down. Times are milliseconds since 1970. */
export class NetworkLog {
  readonly #requests: { readonly id: string; readonly at: number }[] = [];
  readonly #arrivals: { readonly at: number; readonly bytes: number }[] = [];
  /** Received bytes of the open requests, by id. */
  readonly #open = new Map<string, number>();
  #lastActivity = Date.now();
  /** Difference between the time since 1970 and the browser's clock, in seconds. */
  #clockOffset = 0;

  private constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime, redirectResponse }) => {
      if (!/^https?:/.test(request.url) || (type !== 'Fetch' && icon.test(request.url))) return;
      this.#clockOffset = wallTime - timestamp;
      if (redirectResponse) this.#end(requestId, timestamp, redirectResponse.encodedDataLength);
      this.#open.set(requestId, 0);
      this.#requests.push({ id: requestId, at: this.#time(timestamp) });
      this.#lastActivity = Date.now();
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => this.#forgetCached(requestId));
    session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
      if (response.fromDiskCache || response.fromPrefetchCache) this.#forgetCached(requestId);
      else this.#receive(requestId, timestamp, response.encodedDataLength);
    });
    session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) =>
      this.#receive(requestId, timestamp, encodedDataLength),
    );
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      this.#end(requestId, timestamp, encodedDataLength),
    );
    session.on('Network.loadingFailed', ({ requestId, timestamp }) => this.#end(requestId, timestamp, 0));
    session.on('Network.webSocketFrameReceived', ({ timestamp, response }) => {
      this.#arrivals.push({ at: this.#time(timestamp), bytes: response.payloadData.length });
      this.#lastActivity = Date.now();
    });
  }

  static async of(session: CDPSession, isLineSlow: boolean): Promise<NetworkLog> {
    const log = new NetworkLog(session);
    await session.send('Network.enable');
    if (isLineSlow) await session.send('Network.emulateNetworkConditions', line);
    return log;
  }

  /** The traffic until a time. */
  until(time: number): Transfer {
    const arrivals = this.#arrivals.filter(({ at }) => at <= time);
    return {
      requests: this.#requests.filter(({ at }) => at <= time).length,
      bytes: arrivals.reduce((sum, { bytes }) => sum + bytes, 0),
      end: Math.max(...arrivals.map(({ at }) => at)),
    };
  }

  /** Waits for three seconds without traffic. */
  async untilQuiet(): Promise<void> {
    const start = Date.now();
    const isQuiet = () => this.#open.size === 0 && Date.now() - this.#lastActivity >= quietPeriod;
    while (!isQuiet() && Date.now() - start < longestWait) await wait(100);
  }

  #time(timestamp: number): number {
    return (timestamp + this.#clockOffset) * 1000;
  }

  #receive(requestId: string, timestamp: number, bytes: number): void {
    const before = this.#open.get(requestId);
    if (before === undefined) return;
    this.#open.set(requestId, before + bytes);
    this.#arrivals.push({ at: this.#time(timestamp), bytes });
    this.#lastActivity = Date.now();
  }

  /** Counts the bytes that no event has reported. */
  #end(requestId: string, timestamp: number, total: number): void {
    const before = this.#open.get(requestId);
    if (before === undefined) return;
    this.#receive(requestId, timestamp, Math.max(0, total - before));
    this.#open.delete(requestId);
  }

  /** The browser also announces requests that its cache answers. */
  #forgetCached(requestId: string): void {
    if (!this.#open.delete(requestId)) return;
    this.#requests.splice(
      this.#requests.findLastIndex(({ id }) => id === requestId),
      1,
    );
  }
}
