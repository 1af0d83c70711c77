import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const oldestNode = [20, 19];

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const running = new Set();

/** Runs a command in the repository's root and shows its output. Rejects with CommandFailure if it fails. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  running.add(child);
  // Forward signals to the command. A terminal sends them to both anyway, and the second one does no harm.
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const [code, signal] = await once(child, 'exit');
  running.delete(child);
  for (const signal of signals) process.off(signal, forward);
  if (code !== 0) throw new CommandFailure(`${command} ${args.join(' ')}`, code ?? signal);
}

/** Runs a program of an installed package. npx takes half a second to find it. */
export function runInstalled(name, args, options) {
  return run(path.join('node_modules/.bin', name), args, options);
}

export function runNode(args, options) {
  return run(process.execPath, ['--import', 'tsx', ...args], options);
}

class CommandFailure extends Error {
  constructor(command, code) {
    super(`"${command}" ended with ${code}.`);
    this.code = typeof code === 'number' ? code : 1;
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  throw new Error(`Portico needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}.`);
}

/**
 * Runs a script. If a command fails, it has printed the reason. Commands beside it are ended, and the last line names
 * the one that failed, because these have printed on meanwhile.
 */
export async function main(work) {
  try {
    requireNode();
    await work();
  } catch (error) {
    const others = [...running];
    const ended = others.map((child) => once(child, 'exit'));
    for (const child of others) child.kill();
    await Promise.all(ended);
    const isExplained = error instanceof CommandFailure && others.length === 0;
    if (!isExplained) console.error(error instanceof Error ? error.message : error);
    process.exit(error instanceof CommandFailure ? error.code : 1);
  }
}
