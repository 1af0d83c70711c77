import { ApiError } from '../errors/api-error';

export interface FetchLimits {
  readonly maxBytes: number;
  /** For everything until the last byte, in milliseconds. */
  readonly timeout: number;
  /** Gives up earlier. */
  readonly signal?: AbortSignal;
}

export interface FetchedFile {
  readonly content: Buffer;
  /** The type and subtype that it was sent as, in lower case. */
  readonly mime: string;
}

/**
 * Nobody's: the pages of each tenant have an origin of their own, so that what is there for one of them alone would fail
 * for the others. A server that names whoever asks passes, as one that names everybody does.
 */
const probeOrigin = 'https://portal.invalid';

/** https://mimesniff.spec.whatwg.org/#javascript-mime-type */
const scriptMime =
  /^(?:application\/(?:x-)?(?:ecma|java)script|text\/(?:(?:x-)?(?:ecma|java)script|javascript1\.[0-5]|jscript|livescript))$/;

/**
 * What a browser gets at this address when a page of the portal loads it: without cookies, by CORS, and from there alone.
 * @throws ApiError 400 with the reason: it cannot be reached in time, leads elsewhere, is no success, too large, or not
 * there for all origins
 */
export async function fetchFile(url: URL, limits: FetchLimits): Promise<FetchedFile> {
  const { maxBytes, signal, timeout } = limits;
  const address = url.href;
  const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, {
      // Followed, it could end anywhere; and what a browser would be led to tomorrow nobody knows.
      redirect: 'manual',
      credentials: 'omit',
      headers: { origin: probeOrigin },
      signal: AbortSignal.any(signals),
    });
    try {
      requireUsable(response, address);
      return { content: await readAtMost(response, maxBytes, address), mime: mimeOf(response) };
    } finally {
      if (!response.bodyUsed) await response.body?.cancel();
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, 'address-unreachable', { cause: error, values: { address } });
  }
}

/** As `fetchFile`, for what a browser runs. @throws ApiError 400 also when it is of another type */
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

/** Counted as it comes, unpacked: a small answer may unpack to a large one. */
async function readAtMost(response: Response, maxBytes: number, address: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.length;
    if (length > maxBytes) {
      await reader?.cancel();
      throw new ApiError(400, 'file-too-large', { values: { name: address } });
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks, length);
}

function mimeOf({ headers }: Response): string {
  const [mime = ''] = (headers.get('content-type') ?? '').split(';');
  return mime.trim().toLowerCase();
}
