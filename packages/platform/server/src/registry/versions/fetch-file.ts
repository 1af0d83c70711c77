import { cutText } from '@portico/contract';
import pLimit from 'p-limit';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { readAtMost } from '../../http/read-body';

export interface FetchLimits {
  readonly maxBytes: number;
  /** Timeout for the whole file, in milliseconds. */
  readonly timeout: number;
  /** Aborts earlier. */
  readonly signal?: AbortSignal | undefined;
}

export interface FetchedFile {
  readonly content: Buffer;
  /** The media type without parameters, in lower case. */
  readonly mime: string;
  /** Whether browsers may keep it for a day or longer. */
  readonly isCached: boolean;
}

/**
 * An origin without pages. Each tenant has an origin of its own, so a file must be readable for all origins. A server
 * that echoes the origin of the request passes as well.
 */
const probeOrigin = 'https://portal.invalid';

/** https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const scriptMime =
  /^(?:application\/(?:x-)?(?:ecma|java)script|text\/(?:(?:x-)?(?:ecma|java)script|javascript1\.[0-5]|jscript|livescript))$/;

/**
 * Fetches a file as a page of the portal would: without cookies, by CORS, and without redirects.
 * @throws ApiError 400 when nothing answers at the address, or not in time, when it redirects, does not answer 200, is
 * too large, or does not allow all origins
 */
export async function fetchFile(address: string, limits: FetchLimits): Promise<FetchedFile> {
  const { maxBytes, signal, timeout } = limits;
  const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(address, {
      // A redirect may lead to an untrusted address, and may change later.
      redirect: 'manual',
      credentials: 'omit',
      headers: { origin: probeOrigin },
      signal: AbortSignal.any(signals),
    });
    try {
      requireUsable(response, address);
      const content = await readAtMost(response.body, maxBytes);
      if (content === undefined) throw new ApiError(400, 'file-too-large', { values: { name: address } });
      return { content, mime: getMimeType(response), isCached: isCached(response) };
    } finally {
      if (!response.bodyUsed) await response.body?.cancel();
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw describeFailure(error, address);
  }
}

/** Error codes of Node for a port without a server and a name without a host. */
const closedCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'];

const networkErrorSchema = v.object({ cause: v.object({ code: v.string() }) });

/** Separates timeouts, broken connections and missing servers: teams fix each in another way. */
function describeFailure(cause: unknown, address: string): ApiError {
  if (!v.is(networkErrorSchema, cause)) return new ApiError(400, 'address-unreachable', { cause, values: { address } });
  const { code } = cause.cause;
  if (closedCodes.includes(code)) return new ApiError(400, 'address-closed', { cause, values: { address } });
  return new ApiError(400, 'address-interrupted', { cause, values: { address, reason: code } });
}

/** As `fetchFile`, for scripts; throws ApiError 400 also for another media type. */
export async function fetchScript(address: string, limits: FetchLimits): Promise<FetchedFile> {
  const file = await fetchFile(address, limits);
  if (!scriptMime.test(file.mime)) {
    throw new ApiError(400, 'address-not-javascript', { values: { address, type: file.mime || '–' } });
  }
  return file;
}

function requireUsable({ headers, status }: Response, address: string): void {
  if (status >= 300 && status < 400) {
    const location = cutText(headers.get('location') ?? '–', 200);
    throw new ApiError(400, 'address-redirects', { values: { address, location } });
  }
  if (status !== 200) throw new ApiError(400, 'address-not-ok', { values: { address, status: String(status) } });
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== probeOrigin) {
    throw new ApiError(400, 'address-without-cors', { values: { address } });
  }
}

const day = 86_400;

/** Returns whether browsers may cache the file for a day or longer. */
function isCached({ headers }: Response): boolean {
  const control = headers.get('cache-control') ?? '';
  const [, seconds] = /\bmax-age\s*=\s*(\d+)/i.exec(control) ?? [];
  return !/\bno-(?:store|cache)\b/i.test(control) && Number(seconds) >= day;
}

function getMimeType({ headers }: Response): string {
  const [mime = ''] = (headers.get('content-type') ?? '').split(';');
  return mime.trim().toLowerCase();
}

const maxConcurrentFiles = 6;
/** Timeout for all files of a call, in milliseconds. */
const callTimeout = 60_000;

/**
 * Fetches the files of a call, a few at a time, in 60 seconds in all.
 * @param fetchOne stops when the signal is aborted
 * @throws the first failure, which aborts the others
 */
export async function fetchAll<Item, Result>(
  items: readonly Item[],
  fetchOne: (item: Item, signal: AbortSignal) => Promise<Result>,
  timeout = callTimeout,
): Promise<Result[]> {
  const limit = pLimit(maxConcurrentFiles);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeout)]);
  try {
    return await Promise.all(items.map((item) => limit(() => fetchOne(item, signal))));
  } catch (error) {
    stop.abort();
    throw error;
  }
}
