import type { ErrorReport } from '@portico/shared';
import { parseScripts } from '../reports/attribute';

/** A file of a module or of the shell that did not load. */
export interface LoadFailure {
  /** The address of the file, if known. */
  readonly address?: string | undefined;
  /** The import map name of its owner, for a file whose address is unknown. */
  readonly source?: string | undefined;
}

// webpack, Vite, the browsers' own import(), and SystemJS.
const messages =
  /Loading (?:CSS )?chunk .+ failed|Unable to preload CSS|dynamically imported module|module script failed|errors\.md#3\b/i;
const firstAddress = /\bhttps?:\/\/[^\s()]+/;
/** An error may be its own cause. */
const maxDepth = 10;

/** The file that did not load, if the error or one of its causes says so. */
export function findLoadFailure({
  error,
  source,
  address,
}: Pick<ErrorReport, 'error' | 'source' | 'address'>): LoadFailure | undefined {
  let each = error;
  for (let depth = 0; each instanceof Error && depth < maxDepth; depth += 1) {
    if (each.name === 'ChunkLoadError' || messages.test(each.message)) return { address: findRequest(each), source };
    // Without a script in the stack, the file itself does not parse, such as a page of HTML.
    if (each instanceof SyntaxError && parseScripts(each).length === 0) return { address, source };
    each = each.cause;
  }
  return undefined;
}

function findRequest(error: Error): string | undefined {
  const request: unknown = Reflect.get(error, 'request');
  return typeof request === 'string' ? request : firstAddress.exec(error.message)?.[0];
}
