import type { Browser } from 'playwright-core';
import type { BuiltModule } from './built-module';
import type { CheckParts } from './check-page';
import { judge, remarks } from './judge';
import { loadedFiles } from './loaded-files';
import { observe } from './observe';
import { sizeList } from './size-list';

export interface CheckOptions {
  readonly browser: Browser;
  /** The folder of the shell's build. */
  readonly shell: string;
  readonly parts: CheckParts;
  /** Bytes, compressed. */
  readonly maxSize: number;
}

export interface Verdict {
  readonly module: BuiltModule;
  /** The properties of the window by which its chunks find it. */
  readonly chunkGlobals: readonly string[];
  readonly isRefused: boolean;
}

/** Checks one module and prints what came of it. */
export async function checkModule(module: BuiltModule, options: CheckOptions): Promise<Verdict> {
  const { browser, shell, parts, maxSize } = options;
  console.log(module.key);
  let seen: Awaited<ReturnType<typeof observe>>;
  try {
    seen = await observe(module, browser, shell, parts);
  } catch (error) {
    console.log(`  ✗ The page did not survive it: ${error instanceof Error ? error.message : error}`);
    return { module, chunkGlobals: [], isRefused: true };
  }
  const { loaded, missing } = await loadedFiles(module, seen);
  const evidence = { module, seen, loaded, missing, maxSize };
  const findings = judge(evidence);
  for (const line of sizeList(loaded)) console.log(line);
  for (const remark of remarks(evidence)) console.log(`  · ${remark}`);
  for (const finding of findings) console.log(`  ✗ ${finding}`);
  if (findings.length === 0) console.log('  ✓ Nothing is wrong.');
  return { module, chunkGlobals: seen.chunkLoaders.map(({ global }) => global), isRefused: findings.length > 0 };
}
