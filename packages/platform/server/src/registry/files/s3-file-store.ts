import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import pLimit from 'p-limit';
import { ApiError } from '../../http/api-error';
import { computeDigest, type ModuleFileStore } from './file-store';

export interface S3Settings {
  /** The bucket: the host and the first segment of the path, such as `https://s3.example.com/bucket`. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const requestTimeout = 20_000;
/** Retries after a response 429 or 5xx. Few, because a pipeline or a browser waits. */
const retries = 2;
const maxConcurrentRequests = 8;

/**
 * Stores files in a bucket of an S3-compatible store, as `files/<digest>`. The credentials must allow to read, write
 * and list: without the right to list, S3 answers 403 instead of 404. The store never returns a damaged content.
 * @throws ApiError 503, from each method, when the store does not answer, refuses, or returns other bytes than the
 * digest
 */
export function createS3FileStore(settings: S3Settings): ModuleFileStore {
  const { accessKeyId, region, secretAccessKey, url } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const folder = `${url.replace(/\/+$/, '')}/files/`;

  /** Returns the body; `undefined` if the store has no such file. */
  async function call(method: 'GET' | 'HEAD' | 'PUT', digest: string, content?: Buffer): Promise<Buffer | undefined> {
    try {
      const response = await client.fetch(folder + digest, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(requestTimeout),
        ...(content && { body: new Uint8Array(content), headers: createPutHeaders(content) }),
      });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.ok && (method !== 'GET' || computeDigest(body) === digest)) return body;
      if (response.ok) throw new Error(`The store has other bytes than those of files/${digest}.`);
      const reason = body.toString().slice(0, 500);
      // A missing bucket is an error for the operator, not a missing file.
      if (response.status === 404 && method !== 'PUT' && !reason.includes('NoSuchBucket')) return undefined;
      throw new Error(`The store answered ${response.status} to ${method} files/${digest}: ${reason}`);
    } catch (cause) {
      throw new ApiError(503, 'storage-unavailable', { cause });
    }
  }

  return {
    missing: async (digests) => {
      const limit = pLimit(maxConcurrentRequests);
      const found = await Promise.all(digests.map((digest) => limit(() => call('HEAD', digest))));
      return digests.filter((_digest, index) => found[index] === undefined);
    },
    put: async (digest, content) => {
      await call('PUT', digest, content);
    },
    get: (digest) => call('GET', digest),
  };
}

/** S3 compares the content with this hash, and refuses damaged uploads. */
function createPutHeaders(content: Buffer): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'x-amz-content-sha256': createHash('sha256').update(content).digest('hex'),
  };
}
