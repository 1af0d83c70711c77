import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../publishing/s3-file-store';

const bucket = 'modules';

/** A store that speaks S3, with one bucket. */
export interface TestS3 {
  readonly settings: S3Settings;
  /** As the server reads them. */
  readonly variables: Record<string, string>;
  /** The folder that it keeps the objects in. */
  readonly folder: string;
  /** The names of the files that stand for the objects there. */
  objects(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(tmpdir(), 'portico-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}/${bucket}`;
  // The one account that this store knows.
  const settings = { url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' };
  const folder = path.join(directory, bucket, 'files');
  return {
    settings,
    variables: { S3_URL: url, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    folder,
    objects: () => readdir(folder),
    stop: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
