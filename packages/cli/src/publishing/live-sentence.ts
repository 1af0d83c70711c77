import type { ModuleStatus } from '@portico/contract';
import { shownAudience } from './audience';

/** Of a version that has no name: what the build of the shell names, if it does. */
export const shellVersion = '(shell)';

/** Of an address that there is none of. */
export const notInMap = '(not in the map)';

/**
 * What users of a module get now, as the last line of each command that changes it.
 *
 * @param portal its address, for those of files that the portal serves
 */
export function liveSentence({ module, version, address, canary }: ModuleStatus, portal: string): string {
  const name = version ?? "the version of the shell's build";
  if (canary === null) {
    if (address === null) return `${module} is not in the import map.`;
    return `${module} ${version ?? "of the shell's build"} is live at ${shownAddress(address, portal)}.`;
  }
  const others = address === null ? 'nothing' : `${name}, at ${shownAddress(address, portal)}`;
  const trial = `${module} ${canary.version} is live for ${shownAudience(canary.audience)} at ${shownAddress(canary.address, portal)}`;
  return `${trial}; everybody else gets ${others}.`;
}

/** An address of the import map, whole. */
export function shownAddress(address: string, portal: string): string {
  return new URL(address, portal).href;
}
