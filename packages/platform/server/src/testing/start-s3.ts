import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../registry/files/s3-file-store';

const bucket = 'modules';

/** Starts an S3-compatible store with one bucket. */
export async function startS3() {
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
  // The account of this store.
  const settings: S3Settings = { url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' };
  const folder = path.join(directory, bucket, 'files');
  return {
    settings,
    /** The environment variables for the server. */
    variables: { S3_URL: url, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    /** The folder of the objects. */
    folder,
    /** The file names of the objects. */
    objects: () => readdir(folder),
    stop: async () => {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
