import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { testFolder } from '@portico/check/testing';
import { createProgram } from '../create-program';

const folder = testFolder({
  'server.mjs': `import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => process.exit(1));
    setInterval(() => {}, 1_000);
    writeFileSync(process.argv[3] + '.pid', String(process.pid));`,
});
const { exitCode } = process;
afterEach(() => {
  process.exitCode = exitCode;
});

test('ending a restore ends the program of the server', async () => {
  const program = createProgram({ folder: '', templates: '', shell: '', server: folder.at('server.mjs') });
  const running = program.parseAsync(['restore', folder.at('portico.backup')], { from: 'user' });
  while (!existsSync(folder.at('portico.backup.pid'))) await new Promise((resolve) => setTimeout(resolve, 20));
  process.emit('SIGTERM');
  await running;
  expect(process.exitCode).toBe(1);
  const server = Number(await readFile(folder.at('portico.backup.pid'), 'utf8'));
  expect(() => process.kill(server, 0)).toThrow('ESRCH');
});
