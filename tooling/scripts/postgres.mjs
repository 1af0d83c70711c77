import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOrInstall, getReason } from './find-or-install.mjs';
import { freePort } from './free-port.mjs';

/**
 * Runs the work with TEST_DATABASE_URL set to a PostgreSQL: a temporary cluster on loopback, unless it is set already.
 * If none can be started, prints why and runs the work without.
 */
export async function withPostgres(work) {
  if (process.env.TEST_DATABASE_URL) return work(process.env);
  const cluster = await startCluster().catch((error) => {
    console.log(`No PostgreSQL, so the server is tested on PGlite only: ${getReason(error)}`);
  });
  if (cluster === undefined) return work(process.env);
  try {
    return await work({ ...process.env, TEST_DATABASE_URL: cluster.url });
  } finally {
    await cluster.stop();
  }
}

async function startCluster() {
  const programs = await findPostgres();
  const account = findAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-postgres-'));
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const data = path.join(folder, 'data');
    const password = randomBytes(16).toString('hex');
    const passwordFile = path.join(folder, 'password');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(passwordFile, account.uid, account.gid);
    const options = ['-U', 'portico', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C'];
    execFileSync(programs.initdb, ['-D', data, '--no-sync', ...options], { ...account, cwd: folder, stdio: 'pipe' });
    const port = await freePort();
    const { exited, kill } = await startServer(programs.postgres, data, port, { ...account, cwd: folder });
    const end = () => {
      kill('SIGQUIT');
      remove();
    };
    // Before its folder is removed.
    process.prependOnceListener('exit', end);
    // `run` forwards signals to the work; the cluster ends after it.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, ignoreSignal);
    return {
      url: `postgres://portico:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        process.off('exit', end);
        for (const signal of signals) process.off(signal, ignoreSignal);
        // Nothing of it is kept, so it need not shut down cleanly.
        kill('SIGQUIT');
        await exited;
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

function ignoreSignal() {}

/** Resolves when it accepts connections; rejects with its output if it exits before. */
function startServer(program, data, port, options) {
  const loopback = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  // Faster; the data need not survive a crash.
  const unsafe = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const parameters = ['-D', data, '-p', String(port), ...loopback, ...unsafe, '-c', 'max_connections=200'];
  // In a process group of its own, so that Ctrl+C ends the work first.
  const child = spawn(program, parameters, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = new Promise((resolve) => child.once('close', resolve));
  return new Promise((resolve, reject) => {
    let printed = '';
    child.once('error', reject);
    child.once('close', () => reject(new Error(printed)));
    child.stderr.on('data', (chunk) => {
      printed = (printed + chunk).slice(-10_000);
      if (printed.includes('ready to accept connections')) resolve({ exited, kill: (signal) => child.kill(signal) });
    });
  });
}

/** Finds PostgreSQL's programs. On Debian, as root, installs them if there are none. */
export function findPostgres() {
  return findOrInstall(() => findProgramsIn(listProgramFolders()), 'postgresql', 'initdb');
}

/** The folders of PATH, then Debian's folder of each version, the newest first. */
function listProgramFolders() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  return [
    ...(process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== ''),
    ...versions.map((version) => path.join(debian, version, 'bin')),
  ];
}

function findProgramsIn(folders) {
  const folder = folders.find((candidate) =>
    ['initdb', 'postgres'].every((program) => existsSync(path.join(candidate, program))),
  );
  return folder && { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
}

/** PostgreSQL refuses to run as root, so it runs as the user that its package created. */
function findAccount() {
  if (process.getuid?.() !== 0) return {};
  const readId = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: readId('-u'), gid: readId('-g') };
}
