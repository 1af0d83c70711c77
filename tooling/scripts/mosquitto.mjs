import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecurity } from '../release/deploy/mosquitto-account.mjs';
import { findOrInstall, getReason } from './find-or-install.mjs';
import { freePort } from './free-port.mjs';

const plugin = 'mosquitto_dynamic_security.so';

/**
 * Runs the work with TEST_MQTT_URL (an administrator's) and TEST_MQTT_BROWSER_URL set to a Mosquitto with its
 * dynamic-security plugin: a temporary one on loopback, unless they are set already. If none can be started, prints why
 * and runs the work without.
 */
export async function withMosquitto(env, work) {
  if (env.TEST_MQTT_URL) return work(env);
  const broker = await startBroker().catch((error) => {
    console.log(`No Mosquitto, so external brokers are not tested: ${getReason(error)}`);
  });
  if (broker === undefined) return work(env);
  try {
    return await work({ ...env, TEST_MQTT_URL: broker.url, TEST_MQTT_BROWSER_URL: broker.browserUrl });
  } finally {
    await broker.stop();
  }
}

async function startBroker() {
  const programs = await findMosquitto();
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-mosquitto-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const password = randomBytes(16).toString('hex');
    const [port, browserPort] = [await freePort(), await freePort()];
    const security = path.join(folder, 'dynamic-security.json');
    writeFileSync(security, JSON.stringify(createSecurity('portico', password)), { mode: 0o600 });
    const configuration = path.join(folder, 'mosquitto.conf');
    writeFileSync(configuration, createConfiguration({ port, browserPort, security, plugin: programs.plugin }));
    const { exited, kill } = await startProgram(programs.mosquitto, configuration, port);
    const end = () => {
      kill();
      remove();
    };
    // Before its folder is removed.
    process.prependOnceListener('exit', end);
    return {
      url: `mqtt://portico:${password}@127.0.0.1:${port}`,
      browserUrl: `ws://127.0.0.1:${browserPort}`,
      stop: async () => {
        process.off('exit', end);
        kill();
        await exited;
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Mosquitto 2.0.11 exits if it has no listener but the one for websockets. */
function createConfiguration({ port, browserPort, security, plugin }) {
  const account = process.getuid?.() === 0 ? ['user root'] : [];
  return [
    ...account,
    'allow_anonymous false',
    'persistence false',
    `plugin ${plugin}`,
    `plugin_opt_config_file ${security}`,
    `listener ${port} 127.0.0.1`,
    `listener ${browserPort} 127.0.0.1`,
    'protocol websockets',
    '',
  ].join('\n');
}

/** Resolves when it accepts connections; rejects with its output if it exits before. */
async function startProgram(program, configuration, port) {
  // In a process group of its own, so that Ctrl+C ends the work first.
  const child = spawn(program, ['-c', configuration], { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  let hasExited = false;
  child.stderr.on('data', (chunk) => {
    printed = (printed + chunk).slice(-10_000);
  });
  const exited = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  }).then(() => {
    hasExited = true;
  });
  while (!hasExited && !(await acceptsConnections(port))) await new Promise((resolve) => setTimeout(resolve, 50));
  if (hasExited) throw new Error(printed || 'mosquitto exited at once.');
  return { exited, kill: () => child.kill('SIGTERM') };
}

function acceptsConnections(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Finds Mosquitto and its plugin. On Debian, as root, installs them if they are missing. */
export function findMosquitto() {
  return findOrInstall(findPrograms, 'mosquitto', 'mosquitto');
}

/** Debian installs it in a folder that is not in the PATH of every user. */
function findPrograms() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  const mosquitto = folders.map((folder) => path.join(folder, 'mosquitto')).find((file) => existsSync(file));
  const found = pluginFolders()
    .map((folder) => path.join(folder, plugin))
    .find((file) => existsSync(file));
  return mosquitto && found && { mosquitto, plugin: found };
}

function pluginFolders() {
  const roots = ['/usr/lib', '/usr/local/lib', '/opt/homebrew/lib'].filter((root) => existsSync(root));
  const nested = roots.flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes('linux'))
      .map((entry) => path.join(root, entry.name)),
  );
  return [...roots, ...nested];
}
