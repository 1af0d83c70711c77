import { createHash } from 'node:crypto';
import { isPackageName } from '@portico/contract';
import type { ModuleStatus } from '@portico/contract/publishing';
import { type ArrangedVersion, computeVersion } from './arrange-versions';

/** An arranged version with its name. */
export interface NamedVersion extends ArrangedVersion {
  readonly version: string;
  /** Whether the portal has this version live already. */
  readonly isLive: boolean;
}

interface LiveState {
  readonly modules: readonly ModuleStatus[];
  /** The integrity of the live files, by address. */
  readonly integrity: Readonly<Record<string, string>>;
}

/**
 * Names the version of each module by its content, and that of each package by the version in its address, or by the
 * next one after the live version. A package with the live bytes keeps its version.
 * @param addresses the addresses in the landscape, by name
 */
export function chooseVersion(
  arranged: ArrangedVersion,
  address: string | undefined,
  { integrity, modules }: LiveState,
): NamedVersion {
  const live = modules.find(({ module }) => module === arranged.published);
  if (!isPackageName(arranged.published)) {
    const version = computeVersion(arranged);
    return { ...arranged, version, isLive: live?.version === version };
  }
  if (live?.version && live.address && hasSameFiles(arranged, live.address, integrity)) {
    return { ...arranged, version: live.version, isLive: true };
  }
  const [, inAddress] =
    /.*[/@-]v?((?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2})(?=\/|(?:\.min)?\.m?js(?:\?|$))/.exec(address ?? '') ?? [];
  return { ...arranged, version: inAddress ?? nextVersion(live?.version), isLive: false };
}

function nextVersion(live: string | null | undefined): string {
  const [major = 1, minor = 0, patch = -1] = (live ?? '')
    .split(/[.-]/, 3)
    .filter((part) => part !== '')
    .map(Number);
  return `${major}.${minor}.${patch + 1}`;
}

function hasSameFiles({ entry, files }: ArrangedVersion, address: string, integrity: LiveState['integrity']): boolean {
  const folder = address.slice(0, address.length - entry.length);
  if (`${folder}${entry}` !== address) return false;
  // The import map has the integrity of these; an image of other content has another name in them.
  return [...files].every(([name, content]) => {
    if (!/\.(?:m?js|css|json|wasm)$/.test(name)) return true;
    const hash = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    return integrity[`${folder}${name}`] === hash;
  });
}
