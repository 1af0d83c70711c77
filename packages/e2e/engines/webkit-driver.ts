import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../portal/free-port';
import { WebDriver } from './webdriver';

/** Debian's WebKit on a virtual screen. */
export interface Webkit {
  readonly driver: WebDriver;
  /** Kills the browser with all its processes. */
  readonly close: () => Promise<void>;
}

export async function startWebkit(): Promise<Webkit> {
  const { WEBKIT_DRIVER_PATH = '' } = process.env;
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    screen.stdio[3]?.once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  const port = await freePort();
  // A separate process group, so that it can be killed as a whole.
  const host = spawn(WEBKIT_DRIVER_PATH, [`--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, DISPLAY: display },
  });
  const end = () => endAll(host, screen);
  process.once('exit', end);
  const close = async () => {
    process.off('exit', end);
    end();
  };
  try {
    const driver = await WebDriver.open(`http://127.0.0.1:${port}`, {
      acceptInsecureCerts: true,
      pageLoadStrategy: 'none',
    });
    return {
      driver,
      close: () =>
        driver
          .close()
          .catch(() => {})
          .then(close),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function endAll(group: ChildProcess, screen: ChildProcess): void {
  try {
    if (group.pid !== undefined) process.kill(-group.pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
  screen.kill();
}
