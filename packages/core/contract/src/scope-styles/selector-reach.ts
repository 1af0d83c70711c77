import { removeComments, splitList } from './css-blocks';

/** The elements outside of a module that a selector matches: none, those of the shell, or the page itself (`:root`, `body`). */
export type Reach = 'none' | 'shell' | 'page';

/** A simple selector that only the module's own elements match, and one that others match too, in a reduced selector. */
const own = '.own';
const any = ':any';

const innermostFunction = /(::?[\w-]+)\(([^()]*)\)/;

/**
 * Finds what a complex selector reaches. A class, an id, a `data-` attribute or a custom element keeps a selector inside
 * of the module, unless it names the shell's own; a state of the page, such as `html.dark`, does not.
 * @param mark the selector of the module's elements
 * @param isInPage whether `&` is the page
 */
export function findReach(selector: string, mark: string, isInPage = false): Reach {
  let reduced = removeComments(selector)
    .replaceAll(mark, own)
    .replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs, '')
    .replaceAll(/\\(?:[\da-f]{1,6}\s?|.)/gis, 'x')
    .replaceAll(/\[\s*([^\]=~|^$*\s]*)[^\]]*\]/g, (_, name: string) => (isOwnAttribute(name) ? own : any));
  for (let found = innermostFunction.exec(reduced); found; found = innermostFunction.exec(reduced)) {
    const [text, name = '', list = ''] = found;
    reduced = reduced.replace(text, () => reduceFunction(name, list));
  }
  const compounds = reduced.trim().split(/\s*(?:\|\||[>+~])\s*|\s+/);
  const isPage = (compound: string) =>
    /^(?:html|body)(?![\w-])|:root(?![\w-])/i.test(compound) || (isInPage && compound.includes('&'));
  if (isPage(compounds.at(-1) ?? '')) return 'page';
  return compounds.some((compound) => !isPage(compound) && isOwn(compound)) ? 'none' : 'shell';
}

function isOwnAttribute(name: string): boolean {
  return name.includes('-') && !/^(?:aria-|data-portico)/i.test(name);
}

function isOwn(compound: string): boolean {
  return /[.#](?!portico-)|^[a-z]\w*-|:host(?![\w-])/i.test(compound);
}

/** Returns a simple selector that reaches as far as a functional pseudo-class, whose arguments are reduced. */
function reduceFunction(name: string, list: string): string {
  if (/^:(?:is|where|matches|-webkit-any|-moz-any)$/i.test(name)) {
    const reaches = splitList(list).map((selector) => findReach(selector, own));
    if (reaches.includes('page')) return ':root';
    return reaches.includes('shell') ? any : own;
  }
  // They match in shadow trees, and during the module's own transitions.
  if (/^:host|^::(?:part|slotted|view-transition)/i.test(name)) return own;
  return name.startsWith('::') ? '::any' : any;
}

/** Splits a complex selector before its pseudo-element, if it has one. */
export function splitAtPseudoElement(selector: string): [string, string] {
  let depth = 0;
  for (const { 0: found, index } of selector.matchAll(/\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[()[\]]|::?[\w-]+/gs)) {
    if ('(['.includes(found)) depth += 1;
    else if (')]'.includes(found)) depth -= 1;
    else if (depth === 0 && /^::|^:(?:before|after|first-line|first-letter)$/i.test(found)) {
      return [selector.slice(0, index), selector.slice(index)];
    }
  }
  return [selector, ''];
}
