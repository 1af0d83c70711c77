import pLimit from 'p-limit';
import * as v from 'valibot';
import { ApiError } from '../../http/api-error';
import { readAtMost } from '../../http/read-body';

export interface FetchLimits {
  readonly maxBytes: number;
  /** Until the last byte, in milliseconds. */
  readonly timeout: number;
  /** Aborts earlier. */
  readonly signal?: AbortSignal;
}

export interface FetchedFile {
  readonly content: Buffer;
  /** The media type without parameters, in lower case. */
  readonly mime: string;
  /** Whether browsers may keep it for a day or longer. */
  readonly isCached: boolean;
}

/**
 * An origin that no page has. Each tenant has an origin of its own, so a file has to be readable for all origins; a
 * server that echoes the origin of the request passes, too.
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
export async function fetchFile(url: URL, limits: FetchLimits): Promise<FetchedFile> {
  const { maxBytes, signal, timeout } = limits;
  const address = url.href;
  const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, {
      // A redirect could lead anywhere, and elsewhere tomorrow.
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

/** Codes of Node: nothing listens at the port, or the name has no host. */
const closedCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'];

const networkErrorSchema = v.object({ cause: v.object({ code: v.string() }) });

/** A slow server, one that breaks off, and none at all have different remedies. */
function describeFailure(cause: unknown, address: string): ApiError {
  if (!v.is(networkErrorSchema, cause)) return new ApiError(400, 'address-unreachable', { cause, values: { address } });
  const { code } = cause.cause;
  if (closedCodes.includes(code)) return new ApiError(400, 'address-closed', { cause, values: { address } });
  return new ApiError(400, 'address-interrupted', { cause, values: { address, reason: code } });
}

/**
 * As `fetchFile`, for scripts.
 * @throws ApiError 400 also for another media type
 */
export async function fetchScript(url: URL, limits: FetchLimits): Promise<FetchedFile> {
  const file = await fetchFile(url, limits);
  if (!scriptMime.test(file.mime)) {
    throw new ApiError(400, 'address-not-javascript', { values: { address: url.href, type: file.mime || '–' } });
  }
  return file;
}

function requireUsable({ headers, status }: Response, address: string): void {
  if (status >= 300 && status < 400) {
    const location = (headers.get('location') ?? '–').slice(0, 200);
    throw new ApiError(400, 'address-redirects', { values: { address, location } });
  }
  if (status !== 200) throw new ApiError(400, 'address-not-ok', { values: { address, status: String(status) } });
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== probeOrigin) {
    throw new ApiError(400, 'address-without-cors', { values: { address } });
  }
}

const day = 86_400;

/** A versioned address keeps its content, so a host should let browsers keep it, too. */
function isCached({ headers }: Response): boolean {
  const control = headers.get('cache-control') ?? '';
  const [, seconds] = /\bmax-age\s*=\s*(\d+)/i.exec(control) ?? [];
  return !/\bno-(?:store|cache)\b/i.test(control) && Number(seconds) >= day;
}

function getMimeType({ headers }: Response): string {
  const [mime = ''] = (headers.get('content-type') ?? '').split(';');
  return mime.trim().toLowerCase();
}

const filesAtOnce = 6;
/** For all files of a call, in milliseconds. */
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
  const limit = pLimit(filesAtOnce);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeout)]);
  try {
    return await Promise.all(items.map((item) => limit(() => fetchOne(item, signal))));
  } catch (error) {
    stop.abort();
    throw error;
  }
}
