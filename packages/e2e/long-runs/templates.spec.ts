import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createModule, runScripts } from './create-module';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portico-template-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

// module-team.spec.ts tests the other templates.
for (const template of ['svelte', 'vanilla', 'vue']) {
  test(`a module of the template ${template} builds, and passes its tests and the check`, async () => {
    const module = await createModule(folder, template);
    expect(await runScripts(module)).toContain('Nothing is wrong.');
  });
}
