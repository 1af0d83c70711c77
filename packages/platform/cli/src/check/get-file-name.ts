import { moduleFileNameSchema } from '@portico/contract';
import * as v from 'valibot';

/**
 * The name of a file by its address; `undefined` for what no version can have, such as a path that leads out of the
 * folder.
 * @param folder a path with a slash at the end
 */
export function getFileName(url: string, folder: string): string | undefined {
  const name = decode(new URL(url).pathname.slice(folder.length));
  return v.is(moduleFileNameSchema, name) ? name : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
