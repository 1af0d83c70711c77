import { testFolder } from '@portico/check/testing';
import { createProgram } from '../create-program';

const folder = testFolder({
  'package.json': '{ "portico": { "key": "orders", "entry": "orders.js", "shared": { "@acme/styleguide": 2 } } }',
});
const before = process.cwd();
beforeEach(() => process.chdir(folder.at()));
afterEach(() => process.chdir(before));

test('without names, it reports a wrong declaration in package.json', async () => {
  const running = createProgram({ folder: '', templates: '', shell: '' }).parseAsync(['types'], { from: 'user' });
  await expect(running).rejects.toThrow('package.json: "portico.shared.@acme/styleguide" is wrong');
});
