import { SourceMap } from 'node:module';
import * as v from 'valibot';

const mapSchema = v.object({
  version: v.number(),
  sources: v.array(v.fallback(v.string(), '')),
  mappings: v.string(),
  names: v.optional(v.array(v.string()), []),
});

/** Parses the text of a source map (ECMA-426); `undefined` for a text that is none. */
export function parseSourceMap(text: string | undefined): SourceMap | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), mapSchema), text);
  if (!parsed.success) return undefined;
  const { version, ...rest } = parsed.output;
  return new SourceMap({ version, file: '', sourceRoot: '', sourcesContent: [], ...rest });
}

/** A position in a source, counted from 1. */
interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the position in the sources for one in the built file, both as in the stack of an error. */
export function findSourcePosition(
  map: SourceMap | undefined,
  line: number,
  column: number,
): SourcePosition | undefined {
  const found = map?.findEntry(line - 1, column - 1);
  // A line without mappings is not in the sources; the last one before it would be wrong.
  if (!found || !('originalSource' in found) || found.generatedLine !== line - 1) return undefined;
  const { originalColumn, originalLine, originalSource } = found;
  return { file: shortenSource(originalSource), line: originalLine + 1, column: originalColumn + 1 };
}

/** Removes webpack's scheme with the name of the build, and leading `../`. */
function shortenSource(source: string): string {
  return source.replace(/^(webpack|rspack):\/\/[^/]*\//, '').replace(/^(\.{1,2}\/)+/, '');
}
