import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

test.each(['start', 'dev'] as const)('a signal to npm ends the command of "npm run %s"', async (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-run-'));
  const scripts = path.join(folder, 'tooling/scripts');
  mkdirSync(scripts, { recursive: true });
  const { [name]: script } = manifest.scripts;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { [name]: script } }));
  writeFileSync(
    path.join(scripts, 'commands.mjs'),
    `setTimeout(() => {}, 20_000);
    process.on('SIGTERM', () => process.stdout.write(', ended', () => process.exit()));
    process.stdout.write('started');`,
  );
  const npm = spawn('npm', ['run', '--silent', name], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  npm.stdout.on('data', (data) => {
    output += data;
    npm.kill('SIGTERM');
  });
  // The output ends with the last process that writes to it.
  await once(npm.stdout, 'close');
  expect(output).toBe('started, ended');
});
