import { getStyleScope, moduleAttribute } from '../module-names';
import { type CssPart, formatParts, parseParts, removeComments, splitList } from './css-blocks';
import { findReach, splitAtPseudoElement } from './selector-reach';

/** The selectors that keep rules inside of a module, or, for a package, inside of all modules. */
interface Scope {
  /** The elements that the module is mounted into or adds to the body. */
  readonly mark: string;
  /** The same, without specificity. */
  readonly roots: string;
  /** The elements that the module is mounted into. */
  readonly mounts: string;
  /** Whether an element is in the module and in no other module inside of it, or in a shadow tree. */
  readonly isInside: string;
}

/**
 * Keeps the rules of a style sheet that reach the shell inside of the module, with their specificity and their order.
 * Declarations for the page (`:root`, `html`, `body`) apply to the element of the module; custom properties stay with
 * the page. The text of all else does not change, nor does a text that has this scope already.
 * @param scope the selector of the elements that the module is mounted into or adds to the body (`getStyleScope`)
 */
export function scopeStyles(text: string, scope: string): string {
  const parts = parseParts(text);
  const scoped = scopeRules(parts, createScope(scope));
  return scoped === parts ? text : formatParts(scoped);
}

/** Does so with the text of one rule, which remains one. */
export function scopeRule(text: string, scope: string): string {
  const scoped = scopeStyles(text, scope);
  const count = scoped === text ? 1 : parseParts(scoped).filter(({ block }) => block).length;
  return count === 1 ? scoped : `@media all{${scoped}}`;
}

function createScope(mark: string): Scope {
  const other = `${mark} [${moduleAttribute}]:not(${mark})`;
  const limit = mark === getStyleScope() ? '' : `:not(:where(${other},${other} *))`;
  return {
    mark,
    roots: `:where(${mark})`,
    mounts: `:where(${mark}:not(body>*))`,
    isInside: `:where(${mark},${mark} *,:host *)${limit}`,
  };
}

/** At-rules with style rules in their blocks. */
const grouping = /^\s*@(?:media|supports|layer|container|starting-style|scope\s*\(\s*(?::root|html|body)\s*\))/i;

/** @returns the same array if nothing changes */
function scopeRules(parts: readonly CssPart[], scope: Scope, isInPage = false): readonly CssPart[] {
  const scoped = parts.flatMap((part): readonly CssPart[] => {
    const { text, block } = part;
    const head = removeComments(text);
    if (!block) return [part];
    if (!/^\s*@/.test(head)) return scopeStyleRule(part, block, scope, isInPage);
    if (!grouping.test(head)) return [part];
    const inner = (isInPage ? scopePageBlock : scopeRules)(block, scope);
    return [inner === block ? part : { text, block: inner }];
  });
  return areSame(parts, scoped) ? parts : scoped;
}

/** Whether each selector has a class or an id: true for most rules, and quick. */
function areOwn(selectors: string): boolean {
  if (/[(&\\"'/[]|html|body|root|portico/i.test(selectors)) return false;
  return selectors.split(',').every((selector) => /[.#]/.test(selector));
}

function scopeStyleRule(rule: CssPart, block: readonly CssPart[], scope: Scope, isInPage: boolean): readonly CssPart[] {
  if (areOwn(rule.text)) return [rule];
  const selectors = splitList(removeComments(rule.text)).map((selector) => selector.trim());
  const reaches = selectors.map((selector) => findReach(selector, scope.mark, isInPage));
  if (reaches.every((reach) => reach === 'none') || isHarmless(block)) return [rule];
  const pages: string[] = [];
  const others: string[] = [];
  for (const [index, selector] of selectors.entries()) {
    const reach = reaches[index];
    const [element, pseudo] = splitAtPseudoElement(selector);
    if (reach === 'none') others.push(selector);
    else if (reach === 'shell') others.push(element + scope.isInside + pseudo);
    else if (pseudo === '') pages.push(selector);
    else others.push(`${element} ${scope.mounts}${pseudo}`);
  }
  const pageBlock = scopePageBlock(block, scope);
  if (pageBlock === block && others.every((selector) => selectors.includes(selector))) return [rule];
  const [space = ''] = /^(?:\s|\/\*.*?\*\/)*/s.exec(rule.text) ?? [];
  const create = (list: readonly string[], content: readonly CssPart[]): CssPart[] =>
    list.length === 0 || content.length === 0 ? [] : [{ text: `${space}${list.join(', ')} `, block: content }];
  return [...create(others, block), ...create(pages, pageBlock)];
}

/** Properties that elements inherit: those of the page apply to dialogs in the body too. */
const inherited =
  /^(?:accent-color|border-(?:collapse|spacing)|caption-side|caret-.*|color|color-scheme|cursor|direction|empty-cells|font|font-.*|-(?:moz|webkit)-(?:osx-)?font-.*|forced-color-adjust|hyphen.*|image-rendering|letter-spacing|line-(?:break|height)|list-style.*|orphans|overflow-wrap|pointer-events|quotes|scrollbar-color|tab-size|text-(?!box|decoration|overflow).*|-(?:moz|webkit)-text-.*|-webkit-tap-.*|visibility|white-space.*|widows|word-.*|writing-mode|--portico-.*)$/i;

/** Properties that arrange the page, which the shell does. */
const arranging =
  /^(?:align-.*|(?:column-|row-)?gap|display|flex.*|grid.*|(?:min-|max-)?(?:height|block-size)|justify-.*|overflow.*|overscroll-.*|place-.*|scroll-.*|scrollbar-gutter|touch-action)$/i;

/** Gives the declarations of a rule for the page to the elements of the module by nested rules. */
function scopePageBlock(block: readonly CssPart[], scope: Scope): readonly CssPart[] {
  const scoped: CssPart[] = [];
  const moved = new Map<string, CssPart[]>([
    [scope.roots, []],
    [scope.mounts, []],
  ]);
  const flush = () => {
    for (const [selector, declarations] of moved) {
      if (declarations.length > 0) scoped.push({ text: selector, block: declarations.splice(0) });
    }
  };
  for (const part of scopeRules(block, scope, true)) {
    const property = readProperty(part);
    if (part.block) flush();
    if (property === '' || isOwnProperty(property)) scoped.push(part);
    else if (!arranging.test(property)) moved.get(inherited.test(property) ? scope.roots : scope.mounts)?.push(part);
  }
  flush();
  return areSame(block, scoped) ? block : scoped;
}

function areSame(before: readonly CssPart[], after: readonly CssPart[]): boolean {
  return after.length === before.length && after.every((part, index) => part === before[index]);
}

/** Returns the property of a declaration; empty for other parts. */
function readProperty({ text, block }: CssPart): string {
  return block ? '' : (/^\s*([^\s:;]+)\s*:/.exec(removeComments(text))?.[1] ?? '');
}

/** Whether it is a custom property of the module: the shell reads only its own. */
function isOwnProperty(property: string): boolean {
  return property.startsWith('--') && !property.startsWith('--portico-');
}

function isHarmless(block: readonly CssPart[]): boolean {
  return block.every((part) => !part.block && [readProperty(part)].every((name) => name === '' || isOwnProperty(name)));
}
