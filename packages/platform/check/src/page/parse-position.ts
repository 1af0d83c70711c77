import type { ScriptPosition } from '@portico/contract';

const frame = /([a-z][a-z\d+.-]*:\/\/\S*?):(\d+):(\d+)/gi;

/**
 * Finds the call in a stack that a file of the module made, the innermost first.
 * @param base the address of the module's folder, with a slash at the end
 */
export function parsePosition(stack: string | undefined, base: string): ScriptPosition | undefined {
  for (const [, file = '', line, column] of (stack ?? '').matchAll(frame)) {
    if (file.startsWith(base)) return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}
