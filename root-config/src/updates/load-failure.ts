import type { Fault } from '@portico/shared';
import { scriptsOf } from '../reports/scripts-of';

/** A file of a module or of the shell did not come. */
export interface LoadFailure {
  /** Where it was to come from, if known. */
  readonly address?: string | undefined;
  /** Whose it is, by a name of the import map; needed where no address is known. */
  readonly source?: string | undefined;
}

// webpack, the browsers' own import(), and SystemJS.
const messages = /Loading (?:CSS )?chunk .+ failed|dynamically imported module|module script failed|errors\.md#3\b/i;
const firstAddress = /\bhttps?:\/\/[^\s()]+/;
/** Causes may be their own causes. */
const deepest = 10;

/** What did not come, if that is what a fault is about. */
export function loadFailureOf({
  error,
  source,
  address,
}: Pick<Fault, 'error' | 'source' | 'address'>): LoadFailure | undefined {
  let each = error;
  for (let depth = 0; each instanceof Error && depth < deepest; depth += 1) {
    if (each.name === 'ChunkLoadError' || messages.test(each.message)) return { address: requestOf(each), source };
    if (isOfParsing(each)) return { address, source };
    each = each.cause;
  }
  return undefined;
}

/** Thrown by no script: what came is none, such as a page of HTML. */
function isOfParsing(error: Error): boolean {
  return error instanceof SyntaxError && scriptsOf(error).length === 0;
}

function requestOf(error: Error): string | undefined {
  const request: unknown = Reflect.get(error, 'request');
  return typeof request === 'string' ? request : firstAddress.exec(error.message)?.[0];
}
