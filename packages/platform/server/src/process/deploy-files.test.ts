import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environmentNames } from './environment';

const root = path.resolve(import.meta.dirname, '../../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const compose = read('tooling/release/deploy/compose.yaml');
const unit = read('tooling/release/deploy/portico@.service');

/** The first group of each match. */
const find = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The variables of a service of the compose file, or of `x-portico`. */
function listVariables(service: string): string[] {
  const [, block = ''] = new RegExp(`^ *${service}:.*\\n((?: +.*\\n|\\n)*?)(?=\\S|$)`, 'm').exec(compose) ?? [];
  const [, environment = ''] = /^ {2}environment:\n((?: {4}.*\n)*)/m.exec(block) ?? [];
  return find(environment, /^ {4}(\w+):/gm);
}

test.each([
  ['compose.yaml', listVariables('x-portico')],
  ['Dockerfile', find(/^ENV (.*)$/m.exec(read('tooling/release/deploy/Dockerfile'))?.[1] ?? '', /(\w+)=/g)],
  ['portico.env', find(read('tooling/release/deploy/portico.env'), /^(\w+)=/gm)],
  ['portico@.service', find(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '', /(\w+)=/g)],
])('%s sets only variables of the server', (_file, names) => {
  expect(names.length).toBeGreaterThan(1);
  expect(environmentNames).toEqual(expect.arrayContaining(names));
});

test('example.env has what compose.yaml asks for', () => {
  const asked = new Set(find(compose, /\$\{(\w+):\?\}/g));
  expect(find(read('tooling/release/deploy/example.env'), /^(\w+)=/gm).sort()).toEqual([...asked].sort());
});

test('the manual has a row for each variable', () => {
  const [, table = ''] = /^## Environment\n([\s\S]*?)^## /m.exec(read('docs/operating.md')) ?? [];
  const rows = find(table, /^\| (`.*?`) \|/gm).flatMap((cell) => find(cell, /`(\w+)`/g));
  expect(rows.sort()).toEqual([...environmentNames].sort());
});

test('supervisors wait for drain and close, and the load balancer checks during the drain', () => {
  const drain = Number(/PORTICO_DRAIN_SECONDS: ["'](\d+)/.exec(compose)?.[1]);
  const closing = 8;
  for (const wait of [/stop_grace_period: (\d+)s/.exec(compose), /^TimeoutStopSec=(\d+)$/m.exec(unit)]) {
    expect(Number(wait?.[1])).toBeGreaterThan(drain + closing);
  }
  const interval = Number(/health_interval (\d+)s/.exec(read('tooling/release/deploy/Caddyfile'))?.[1]);
  expect(3 * interval).toBeLessThan(drain);
});

test('the account of the broker is written from a folder that is a link, as /opt/portico is', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
  const file = path.join(folder, 'dynamic-security.json');
  symlinkSync(path.join(root, 'tooling/release/deploy'), path.join(folder, 'deploy'));
  execFileSync(process.execPath, [path.join(folder, 'deploy/mosquitto-account.mjs'), file], {
    env: { MQTT_PASSWORD: 'password-of-the-broker' },
  });
  expect(JSON.parse(readFileSync(file, 'utf8')).clients).toMatchObject([{ username: 'portico' }]);
  rmSync(folder, { recursive: true });
});

test('only one service of the compose file builds the image, because concurrent builds collide', () => {
  expect(find(compose, /^ {2}([\w-]+):\n(?: {4}.*\n)*? {4}build:/gm)).toEqual(['mosquitto-account']);
});

test('the wait for a server ends immediately when the server does', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const env = { PORT: '1', MAINPID: String(pid) };
  const waiting = spawnSync(process.execPath, [path.join(root, 'tooling/release/deploy/ready.mjs'), '--wait', '60'], {
    env,
  });
  expect([waiting.status, waiting.stderr.toString()]).toEqual([1, 'The server at port 1 is not ready.\n']);
}, 20_000);
