import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { createWorkQueue } from '../concurrency/work-queue';
import { ApiError } from '../errors/api-error';
import { digestOf } from './file-digest';
import type { ModuleFileStore } from './file-store';

export interface S3Settings {
  /** The bucket, as the host and the first segment of the path: `https://s3.example.com/bucket`. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const requestTimeout = 20_000;
/** Of an answer 429 or 5xx; a call that waits for this is a team's, or a browser's. */
const retries = 2;
const requestsAtOnce = 8;

/**
 * Keeps files in a bucket of a store that speaks S3, as `files/<digest>`. Its credentials have to read, write and list:
 * without the last, S3 answers 403 for what is not there. What is damaged there is never handed out.
 * @throws ApiError 503, all of them, when the store does not answer, refuses, or has other bytes than the digest says
 */
export function createS3FileStore(settings: S3Settings): ModuleFileStore {
  const { accessKeyId, region, secretAccessKey, url } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const folder = `${url.replace(/\/+$/, '')}/files/`;

  async function call(method: string, digest: string, content?: Buffer): Promise<Response | undefined> {
    const response = await client.fetch(folder + digest, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeout),
      ...(content && { body: new Uint8Array(content), headers: headersOf(content) }),
    });
    if (response.ok) return response;
    const reason = (await response.text()).slice(0, 500);
    // Without a bucket nothing is there either, but that is for the operator to know.
    if (response.status === 404 && method !== 'PUT' && !reason.includes('NoSuchBucket')) return undefined;
    throw new Error(`The store answered ${response.status} to ${method} files/${digest}: ${reason}`);
  }

  async function isThere(digest: string): Promise<boolean> {
    return (await call('HEAD', digest)) !== undefined;
  }

  async function read(digest: string): Promise<Buffer | undefined> {
    const response = await call('GET', digest);
    if (response === undefined) return undefined;
    const content = Buffer.from(await response.arrayBuffer());
    if (digestOf(content) !== digest) throw new Error(`The store has other bytes than those of files/${digest}.`);
    return content;
  }

  return {
    missing: (digests) =>
      orUnavailable(async () => {
        const queue = createWorkQueue({ atOnce: requestsAtOnce, waiting: Number.POSITIVE_INFINITY });
        const found = await Promise.all(digests.map((digest) => queue.run(() => isThere(digest))));
        return digests.filter((_digest, index) => found[index] === false);
      }),
    put: (digest, content) =>
      orUnavailable(async () => {
        const response = await call('PUT', digest, content);
        await response?.body?.cancel();
      }),
    get: (digest) => orUnavailable(() => read(digest)),
  };
}

/** The store compares the content with the hash, so that a byte lost on the way is refused. */
function headersOf(content: Buffer): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
  };
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new ApiError(503, 'storage-unavailable', { cause: error });
  }
}
