import { createProgram } from './create-program';

test('tells its version', async () => {
  let printed = '';
  const program = createProgram({ folder: '', templates: '', shell: '' })
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text) });
  await expect(program.parseAsync(['--version'], { from: 'user' })).rejects.toMatchObject({ exitCode: 0 });
  expect(printed).toMatch(/^\d+\.\d+\.\d+\n$/);
});
