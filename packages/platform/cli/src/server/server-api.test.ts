import { existsSync } from 'node:fs';
import { startLocalServer } from '@portico/check';
import { testFolder } from '@portico/check/testing';
import { createProgram } from '../create-program';
import { CommandError } from '../terminal/arguments';

const folder = testFolder();
let proxy: Awaited<ReturnType<typeof startLocalServer>>;
beforeEach(async () => {
  jest.spyOn(console, 'log').mockReturnValue();
  proxy = await startLocalServer(async (_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Sign in</title>');
  });
});
afterEach(() => proxy.close());

test.each(['user disable eva@acme.test', 'tenant add acme --name Acme', 'token revoke 1', 'status', 'backup'])(
  'a page instead of an answer is an error: %s',
  async (command) => {
    const file = folder.at('portico.backup');
    const key = command === 'status' ? '--token' : '--key';
    const words = [
      ...command.split(' '),
      ...(command === 'backup' ? [file] : []),
      '--portal',
      proxy.origin,
      key,
      'key',
    ];
    const running = createProgram({ folder: '', templates: '', shell: '' }).parseAsync(words, { from: 'user' });
    await expect(running).rejects.toThrow(CommandError);
    await expect(running).rejects.toThrow(/^http:.* is not the address of a Portico of this version\.$/);
    expect(console.log).not.toHaveBeenCalled();
    expect(existsSync(file)).toBe(false);
  },
);
