import { moduleKeySchema, modulePrefix } from '@portico/contract';
import * as v from 'valibot';
import { ApiError } from '../errors/api-error';

/**
 * The module of a name in the import map.
 * @throws ApiError 403 for a name that is not a module's, and so the shell's; 400 for a key that no module may have
 */
export function moduleOfName(name: string): string {
  if (!name.startsWith(modulePrefix)) {
    throw new ApiError(403, 'name-not-module', { values: { name: name.slice(0, 200) } });
  }
  const key = name.slice(modulePrefix.length);
  if (!v.is(moduleKeySchema, key)) throw new ApiError(400, 'module-key-malformed');
  return key;
}
