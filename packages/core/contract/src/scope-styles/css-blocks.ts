/** A part of a style sheet: a rule with its block, or a declaration, a statement or a rest of text. */
export interface CssPart {
  /** The text before the block, or all of a part without one. */
  readonly text: string;
  readonly block?: readonly CssPart[];
}

// Comments, strings, escapes and addresses hide the characters that structure a style sheet (CSS Syntax 3).
const token =
  /\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\\.|(?<=\burl)\((?:\\.|[^)"'\\])*\)|[^"'\\/{}()[\];,]+|./gis;

/** Divides the text of a style sheet into parts; `formatParts` returns the same text. */
export function parseParts(text: string): CssPart[] {
  const sheet: CssPart[] = [];
  const open = [sheet];
  let current = '';
  let depth = 0;
  const endPart = () => {
    if (current !== '') open.at(-1)?.push({ text: current });
    current = '';
  };
  for (const [found] of text.matchAll(token)) {
    if (found === '{' && depth === 0 && !isCustomProperty(current)) {
      const block: CssPart[] = [];
      open.at(-1)?.push({ text: current, block });
      open.push(block);
      current = '';
    } else if (found === '}' && depth === 0 && open.length > 1) {
      endPart();
      open.pop();
    } else {
      current += found;
      if (found === ';' && depth === 0) endPart();
      else depth = Math.max(0, depth + measureDepth(found));
    }
  }
  endPart();
  return sheet;
}

function measureDepth(found: string): number {
  return '([{'.includes(found) ? 1 : ')]}'.includes(found) ? -1 : 0;
}

function isCustomProperty(text: string): boolean {
  return text.includes('--') && /^\s*--[^\s:]*\s*:/.test(removeComments(text));
}

/** Returns the text of parts; an open block at the end of a sheet is closed. */
export function formatParts(parts: readonly CssPart[]): string {
  return parts.map(({ text, block }) => (block ? `${text}{${formatParts(block)}}` : text)).join('');
}

/** Splits a text at its commas, except those inside of brackets, strings and comments. */
export function splitList(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const [found] of text.matchAll(token)) {
    depth += measureDepth(found);
    if (found === ',' && depth === 0) items.push('');
    else items[items.length - 1] += found;
  }
  return items;
}

/** Replaces comments by nothing. */
export function removeComments(text: string): string {
  return text.includes('/*') ? text.replaceAll(token, (found) => (found.startsWith('/*') ? '' : found)) : text;
}
