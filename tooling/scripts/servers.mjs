import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecurity } from '../release/deploy/mosquitto-account.mjs';
import { findProgram } from './programs.mjs';
import { signals } from './run.mjs';

/**
 * Runs the work with TEST_DATABASE_URL. Unless the variable is set already, starts a temporary PostgreSQL on loopback.
 * If that fails, prints why and runs the work without it.
 */
export function withPostgres(env, work) {
  if (env.TEST_DATABASE_URL) return work(env);
  return withServer('No PostgreSQL, so the server is tested on PGlite only', startPostgres, env, work);
}

/**
 * Runs the work with TEST_MQTT_URL (of an administrator) and TEST_MQTT_BROWSER_URL, in the same way, for a Mosquitto
 * with its dynamic-security plugin.
 */
export function withMosquitto(env, work) {
  if (env.TEST_MQTT_URL) return work(env);
  return withServer('No Mosquitto, so external brokers are not tested', startMosquitto, env, work);
}

async function withServer(leftOut, start, env, work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-server-'));
  const server = await start(folder).catch((error) => {
    console.log(`${leftOut}: ${error.message.trim().split('\n').at(-1)}`);
  });
  // Removed last: deleting many files can slow down later steps.
  process.once('exit', () => {
    server?.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  // `run` forwards signals to the work; the server ends after the work.
  for (const signal of signals) process.on(signal, ignoreSignal);
  try {
    return await work({ ...env, ...server?.variables });
  } finally {
    for (const signal of signals) process.off(signal, ignoreSignal);
    server?.kill();
    await server?.exited;
  }
}

function ignoreSignal() {}

async function startPostgres(folder) {
  const { initdb, postgres } = await findProgram('PostgreSQL');
  const account = findPostgresAccount();
  const own = (file) => account.uid !== undefined && chownSync(file, account.uid, account.gid);
  own(folder);
  const [data, passwordFile] = ['data', 'password'].map((name) => path.join(folder, name));
  const password = randomBytes(16).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(passwordFile);
  const options = ['-U', 'portico', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'];
  execFileSync(initdb, ['-D', data, '--no-sync', ...options], { ...account, cwd: folder, stdio: 'pipe' });
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    // Faster: the data need not survive a crash.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  };
  const set = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // SIGQUIT stops without waiting for connections and without a checkpoint.
  const server = await startServer(postgres, ['-D', data, ...set], /ready to accept connections/, 'SIGQUIT', {
    ...account,
    cwd: folder,
  });
  const variables = {
    TEST_DATABASE_URL: `postgres://portico:${password}@127.0.0.1:${port}/postgres`,
    // The databases end with the server.
    TEST_DATABASE_ENDS: 'true',
  };
  return { ...server, variables };
}

/** PostgreSQL refuses to run as root, so it runs as the user that its package created. */
function findPostgresAccount() {
  if (process.getuid?.() !== 0) return {};
  const readId = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}

async function startMosquitto(folder) {
  const { mosquitto, plugin } = await findProgram('Mosquitto');
  const password = randomBytes(16).toString('hex');
  const [port, browserPort] = [await findFreePort(), await findFreePort()];
  const security = path.join(folder, 'dynamic-security.json');
  writeFileSync(security, JSON.stringify(createSecurity('portico', password)), { mode: 0o600 });
  const file = path.join(folder, 'mosquitto.conf');
  const configuration = [
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    'allow_anonymous false',
    'persistence false',
    `plugin ${plugin}`,
    `plugin_opt_config_file ${security}`,
    // Mosquitto 2.0.11 exits if its only listener is for websockets.
    `listener ${port} 127.0.0.1`,
    `listener ${browserPort} 127.0.0.1`,
    'protocol websockets',
  ];
  writeFileSync(file, `${configuration.join('\n')}\n`);
  const server = await startServer(mosquitto, ['-c', file], / running$/m, 'SIGTERM');
  const variables = {
    TEST_MQTT_URL: `mqtt://portico:${password}@127.0.0.1:${port}`,
    TEST_MQTT_BROWSER_URL: `ws://127.0.0.1:${browserPort}`,
  };
  return { ...server, variables };
}

/** Resolves when the server has printed that it is ready; rejects with its output if it exits before. */
function startServer(program, args, ready, signal, options = {}) {
  // A separate process group, so that Ctrl+C ends the work first.
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise((resolve) => child.once('close', resolve));
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('error', reject);
    child.once('close', () => reject(new Error(printed || `${program} exited without a message.`)));
    child.stderr.on('data', (chunk) => {
      printed = (printed + chunk).slice(-10_000);
      if (ready.test(printed)) resolve({ exited, kill: () => child.kill(signal) });
    });
  });
}

/** Finds a free port, below the range that systems use for outgoing connections. */
async function findFreePort() {
  const port = randomInt(20_000, 32_000);
  const isFree = await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : findFreePort();
}
