import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltModule } from '@portico/check';
import { consumerListSchema, isPackageName } from '@portico/contract';
import type { ServerApi } from '../server/server-api';
import { compareTypes, findCompiler } from './compare-types';
import { fetchTypes } from './fetch-types';
import { resolveAddress } from './format-status';
import { getModulePath } from './publishing-api';

/**
 * Compares the types of a module or package with those that live versions import now.
 * @param version of a package; ranges that exclude it do not get it
 * @returns a sentence for each break
 * @throws CommandError when the portal does not answer
 */
export async function findTypeBreaks(api: ServerApi, module: BuiltModule, version?: string): Promise<string[]> {
  const { key, types } = module;
  if (types === undefined) return [];
  const remedy = isPackageName(key) ? 'Publish them as a new major version.' : 'Keep them, or publish with --breaking.';
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  const consumers = await api.read(`${getModulePath(module.key)}/consumers${query}`, consumerListSchema);
  const findings: string[] = [];
  for (const address of new Set(consumers.map((consumer) => consumer.address))) {
    const former = await fetchTypes(resolveAddress(address, api.address));
    if (former === undefined) continue;
    const names = consumers
      .filter((consumer) => consumer.address === address)
      .map(describe)
      .join(', ');
    const found = await findBreaks(module, types, former);
    findings.push(...found.map((sentence) => `Its types break what is live (${names}): ${sentence} ${remedy}`));
  }
  return findings;
}

/** @param former the types that live versions import now */
async function findBreaks({ folder }: BuiltModule, types: string, former: string): Promise<string[]> {
  const compiler = findCompiler(folder);
  if (compiler) return compareTypes(compiler, folder, former, await readFile(path.resolve(folder, types), 'utf8'));
  console.log('  · Its types are not compared with those that live modules import: install typescript here.');
  return [];
}

function describe({ module, version }: { readonly module: string; readonly version: string }): string {
  return `${module} ${version}`;
}
