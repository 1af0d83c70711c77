import type { ModuleObservation } from '../module-observation';

/** A rule of a module's style sheet that reaches elements outside the module. */
export type GlobalRule = ModuleObservation['styles']['selectors'][number] & {
  readonly style: CSSStyleDeclaration;
  readonly elements: readonly Element[];
};

/**
 * Finds the rules that reach one of these elements, whether they change it or not.
 * @param sheet the address of the style sheet, if it has one
 * @param elements of the portal
 * @param parent the selector of the style rule around these rules
 */
export function findGlobalRules(
  rules: Iterable<CSSRule>,
  sheet: string,
  elements: readonly Element[],
  parent = '',
): GlobalRule[] {
  return [...rules].flatMap((rule) => {
    const inner = getInnerRules(rule);
    if (!isStyleRule(rule)) {
      const isScope = rule.constructor.name === 'CSSScopeRule';
      return findGlobalRules(inner, sheet, isScope ? findInScope(rule, elements) : elements, parent);
    }
    const { selectorText, style } = rule;
    const selector = parent === '' ? selectorText : nest(selectorText, parent);
    const reached = elements.filter((element) => matches(element, selector));
    const isGlobal = reached.length > 0 && reachesOthers(style);
    const found = isGlobal ? [{ sheet, selector: selectorText, style, elements: reached }] : [];
    return [...found, ...findGlobalRules(inner, sheet, elements, selector)];
  });
}

/** Returns the rules inside `@media`, `@layer`, `@supports`, `@container`, `@scope` and style rules; no keyframes. */
export function getInnerRules(rule: CSSRule): Iterable<CSSRule> {
  if (!('cssRules' in rule) || rule.constructor.name === 'CSSKeyframesRule') return [];
  const { cssRules } = rule as CSSGroupingRule;
  return cssRules;
}

export function isStyleRule(rule: CSSRule): rule is CSSStyleRule {
  return 'selectorText' in rule;
}

/** Returns the elements inside a scope. Without a start, a scope is the parent of its style tag. */
function findInScope(rule: CSSRule, elements: readonly Element[]): readonly Element[] {
  const start: unknown = Reflect.get(rule, 'start');
  return typeof start === 'string' ? elements.filter((element) => element.closest(start)) : [];
}

function nest(selector: string, parent: string): string {
  const within = `:is(${parent})`;
  return selector.includes('&') ? selector.replaceAll('&', within) : `${within} ${selector}`;
}

/** Pseudo-classes and pseudo-elements, which match no element here. */
const states =
  /::[\w-]+(?:\([^)]*\))?|:(?:before|after|first-line|first-letter|hover|focus|focus-visible|focus-within|active|visited|link|any-link|enabled|disabled|checked|placeholder-shown|open|invalid|valid)(?![\w-])/g;

function matches(element: Element, selector: string): boolean {
  try {
    const stateless = selector.replaceAll(/(^|[\s,>+~(])(?=:)/g, '$1*').replaceAll(states, '');
    return element.matches(stateless.replaceAll(':not(*)', ''));
  } catch {
    // A selector that only another browser knows.
    return false;
  }
}

/** Whether a rule sets more than custom properties: the portal reads only its own. */
function reachesOthers(style: CSSStyleDeclaration): boolean {
  return Array.from(style).some((property) => !property.startsWith('--') || property.startsWith('--portico-'));
}
