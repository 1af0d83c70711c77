import { findSourcePosition, parseSourceMap } from '@portico/check/source-map';
import { type Frame, frameSchema } from '@portico/contract/publishing';
import * as v from 'valibot';

/** Frames, and the texts of source maps by the address of their built file. */
export const stackSchema = v.object({ frames: v.array(frameSchema), maps: v.record(v.string(), v.string()) });

/** Adds to each frame its position in the sources, if a map has it. */
export function findSources({ frames, maps }: v.InferOutput<typeof stackSchema>): Frame[] {
  const parsed = new Map(Object.entries(maps).map(([file, text]) => [file, parseSourceMap(text)]));
  return frames.map((frame) => {
    const source = findSourcePosition(parsed.get(frame.file), frame.line, frame.column);
    return source === undefined ? frame : { ...frame, source: { ...source, file: clean(source.file) } };
  });
}

/** A map may name its sources as it likes. */
function clean(file: string): string {
  return file.replace(/[\p{C}\s]+/gu, ' ').slice(0, 300);
}
