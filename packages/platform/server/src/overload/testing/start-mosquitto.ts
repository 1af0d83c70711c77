import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '../../testing/free-port';

const program = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync);

/**
 * A broker that a test stops and starts again. It accepts only clients of this machine. `undefined` without Mosquitto.
 */
export async function createStoppableBroker() {
  if (program === undefined) return undefined;
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(program, ['-p', String(port)], { stdio: 'ignore' });
      while (!(await accepts(port))) await pause(20);
    },
    stop: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
