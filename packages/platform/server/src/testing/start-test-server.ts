import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database, Executor } from '../database/database';
import { readEnvironment } from '../process/environment';
import { type ServerOptions, startServer } from '../start-server';
import { startBeforeTests } from './start-before-tests';
import { operatorKey } from './start-process';
import { createTestClient, type TestClient } from './test-client';
import { openTestDatabase } from './test-database';
import { writeTestShell } from './write-test-shell';

/** A whole server on free ports and an empty data folder, with a clock that tests move. */
export interface TestServer extends TestClient {
  readonly url: string;
  readonly modulesUrl: string;
  /** With METRICS_PORT. */
  readonly metricsUrl: string;
  readonly dataFolder: string;
  /** The files of the shell, with `hasShell`. */
  readonly distDirectory: string;
  readonly operatorKey: string;
  /** Makes a call of the operator. */
  operate(method: string, path: string, body?: unknown): Promise<Response>;
  /** The database of the server. */
  readonly database: Executor;
  /** The server's clock. */
  now(): Date;
  passSeconds(seconds: number): void;
  stop(): Promise<void>;
}

/** The file in place of the import map of the build. */
export const baseImports = { react: '/example/react.js', '@module/welcome': '/example/welcome.js' };

interface TestServerOptions extends Omit<ServerOptions, 'now'> {
  /** The server has the files of a shell, so that it serves pages. */
  readonly hasShell?: boolean;
  readonly usesDatabaseClock?: boolean;
  /** Where its data folder is made. */
  readonly temporaryFolder?: string;
  /** The content of the configuration file; without it, the server has the default one. */
  readonly configuration?: object;
  /** The content of the file in place of the import map of the build. */
  readonly importMap?: object;
}

/** A server for all tests of a file. */
export function testServer(...parameters: Parameters<typeof startTestServer>): TestServer {
  return startBeforeTests(() => startTestServer(...parameters));
}

/**
 * Starts the embedded platform with its demo accounts, on PGlite or, in the Jest project node-postgres, PostgreSQL.
 * PGlite takes seconds to make a database, so tests of one file share a server.
 * @param options what differs from the tests' own: hashing is cheap there, and tests move the clock
 */
export async function startTestServer(
  variables: Record<string, string> = {},
  {
    hasShell = false,
    usesDatabaseClock = false,
    temporaryFolder = tmpdir(),
    configuration,
    importMap = { imports: baseImports },
    ...options
  }: TestServerOptions = {},
): Promise<TestServer> {
  const dataFolder = await mkdtemp(path.join(temporaryFolder, 'portico-test-'));
  const distDirectory = path.join(dataFolder, 'dist');
  if (hasShell) writeTestShell(distDirectory);
  // The tests of the server run without a build.
  const importMapFile = path.join(dataFolder, 'import-map.json');
  await writeFile(importMapFile, JSON.stringify(importMap));
  const configurationFile = path.join(dataFolder, 'configuration.json');
  if (configuration) await writeFile(configurationFile, JSON.stringify(configuration));
  const environment = readEnvironment({
    PORT: '0',
    MODULES_PORT: '0',
    LOG_LEVEL: 'silent',
    PORTICO_DATA: dataFolder,
    PORTICO_IMPORT_MAP: importMapFile,
    ...(configuration && { PORTICO_CONFIG: configurationFile }),
    PORTICO_OPERATOR_KEY: operatorKey,
    ...variables,
  });
  const { openDatabase = () => openTestDatabase(dataFolder) } = options;
  const opened: Database[] = [];
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const server = await startServer(environment, {
    hashingCost: { memoryCost: 8, timeCost: 1 },
    distDirectory,
    ...options,
    ...(!usesDatabaseClock && { now }),
    openDatabase: async () => {
      const database = await openDatabase();
      opened.push(database);
      return database;
    },
  });
  const [database] = opened;
  if (database === undefined) throw new Error('The server opened no database.');
  const client = createTestClient(server.url);
  return {
    ...client,
    url: server.url,
    modulesUrl: server.modulesUrl ?? '',
    metricsUrl: server.metricsUrl ?? '',
    dataFolder,
    distDirectory,
    operatorKey,
    operate: (method, path, body) => client.call(method, `/api/operator/${path}`, { token: operatorKey, body }),
    database: database.executor,
    now,
    passSeconds: (seconds) => {
      passed += seconds * 1000;
    },
    stop: async () => {
      await server.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}
