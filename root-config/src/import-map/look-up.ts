import { modulePrefix } from '@portico/shared';
import { findAddress } from '../module-host/find-address';
import { refreshLiveMap } from './live-map';
import { absentModules, wantedModules } from './wanted-modules';

const lookups = new Map<string, Promise<boolean>>();

/**
 * Asks the server for a module that the import map lacks.
 * @returns whether the server has answered
 */
export function lookUp(key: string): Promise<boolean> {
  const lookup = lookups.get(key) ?? ask(key).finally(() => lookups.delete(key));
  lookups.set(key, lookup);
  return lookup;
}

async function ask(key: string): Promise<boolean> {
  wantedModules.add(key);
  const isAnswered = await refreshLiveMap('no-cache');
  if (isAnswered && findAddress(modulePrefix + key) === undefined) {
    absentModules.add(key);
    wantedModules.delete(key);
  }
  return isAnswered;
}
