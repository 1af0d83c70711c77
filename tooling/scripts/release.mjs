import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, installDependencies } from './prepare.mjs';
import { main, runNode } from './run.mjs';

await main(async () => {
  await installDependencies();
  await build();
  // A signal ends the packing program before it can remove its temporary files, so this script removes them.
  const TMPDIR = mkdtempSync(path.join(tmpdir(), 'portico-release-'));
  try {
    await runNode(['tooling/release/pack-release.ts'], { env: { ...process.env, TMPDIR } });
  } finally {
    rmSync(TMPDIR, { recursive: true, force: true });
  }
});
