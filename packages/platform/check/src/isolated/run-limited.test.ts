import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { testFolder } from '../testing/test-folder';
import { type LimitedProgram, runLimited } from './run-limited';

const folder = testFolder({
  'echo.mjs': `import { text } from 'node:stream/consumers';
    console.log(await text(process.stdin), process.argv[2], process.env.PORTICO_TEST_SECRET);`,
  'loop.mjs': `import { writeFileSync } from 'node:fs';
    writeFileSync('started', String(process.pid));
    for (;;);`,
  'fail.mjs': `throw new Error('no idea');`,
  'fill.mjs': `const all = []; for (;;) all.push({});`,
  'abort.mjs': `process.abort();`,
});

const run = (program: string, options: Partial<LimitedProgram> = {}) =>
  runLimited({
    program: folder.at(program),
    folder: folder.at(),
    timeout: 60_000,
    heap: 64,
    signal: new AbortController().signal,
    ...options,
  });

test('a program gets its input and its parameters, and no variables of this process', async () => {
  process.env.PORTICO_TEST_SECRET = 'secret';
  const result = await run('echo.mjs', { input: Buffer.from('sent'), parameters: ['one'] });
  delete process.env.PORTICO_TEST_SECRET;
  expect(result).toEqual({ end: 'success', output: 'sent one undefined\n', errors: '' });
});

test('a program that crashes, fills its memory, fails or is missing is told apart', async () => {
  // Larger than the buffer of a pipe, which no program reads.
  const input = Buffer.alloc(1024 * 1024);
  expect(await run('abort.mjs', { input })).toMatchObject({ end: 'crash' });
  expect(await run('fill.mjs', { input })).toMatchObject({ end: 'crash', errors: expect.stringContaining('heap') });
  expect(await run('fail.mjs', { input })).toMatchObject({ end: 'failed', errors: expect.stringContaining('no idea') });
  expect(await run('missing.mjs', { input })).toMatchObject({ end: 'failed' });
});

test('a program ends at its timeout, and when it is aborted', async () => {
  expect(await run('loop.mjs', { timeout: 100 })).toMatchObject({ end: 'timeout' });
  const stop = new AbortController();
  const running = run('loop.mjs', { signal: stop.signal });
  const started = folder.at('started');
  while (!existsSync(started) || (await readFile(started, 'utf8')) === '') await new Promise(setImmediate);
  const processId = Number(await readFile(started, 'utf8'));
  stop.abort();
  expect(await running).toMatchObject({ end: 'aborted' });
  expect(() => process.kill(processId, 0)).toThrow('ESRCH');
});
