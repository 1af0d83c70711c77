import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnvironment } from '../environment';
import { startServer } from '../start-server';
import { createTestClient, type TestClient } from './test-client';

/** A whole server on free ports and an empty data folder, with a clock that tests move. */
export interface TestServer extends TestClient {
  readonly url: string;
  readonly modulesUrl: string;
  readonly dataFolder: string;
  readonly operatorKey: string;
  /** Moves the server's clock. */
  passSeconds(seconds: number): void;
  stop(): Promise<void>;
}

/** PGlite takes seconds to make a database, so tests of one file share a server. */
export const startTimeoutMilliseconds = 60_000;

export async function startTestServer(variables: Record<string, string> = {}): Promise<TestServer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'portico-test-'));
  const operatorKey = 'operator-key-of-tests';
  const environment = readEnvironment({
    PORT: '0',
    MODULES_PORT: '0',
    LOG_LEVEL: 'silent',
    PORTICO_DATA: dataFolder,
    PORTICO_OPERATOR_KEY: operatorKey,
    ...variables,
  });
  let passed = 0;
  const server = await startServer(environment, {
    now: () => new Date(Date.now() + passed),
    hashingCost: { memoryCost: 8, timeCost: 1 },
  });
  return {
    ...createTestClient(server.url),
    url: server.url,
    modulesUrl: server.modulesUrl ?? '',
    dataFolder,
    operatorKey,
    passSeconds: (seconds) => {
      passed += seconds * 1000;
    },
    stop: async () => {
      await server.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}
