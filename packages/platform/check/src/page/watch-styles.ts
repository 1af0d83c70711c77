import { moduleAttribute } from '@portico/contract';
import type { ModuleObservation } from '../module-observation';
import { findGlobalRules, getInnerRules, isStyleRule } from './global-selectors';
import { unique } from './visit';
import { watchBar } from './watch-bar';

/** Elements of the portal, besides the top bar, that are not on screen. */
const sample =
  '<h1></h1><h2></h2><p></p><ul><li></li></ul><table></table><form><label></label><input><textarea></textarea></form>' +
  '<dialog></dialog><section></section><a href="/"></a><button></button><img alt=""><span></span>';

/**
 * Draws parts of the portal before the module loads.
 * @param takePicture returns a picture of the top bar as text
 * @returns a function that finds the styles that have reached these parts
 */
export async function watchStyles(
  takePicture: () => Promise<string>,
): Promise<() => Promise<ModuleObservation['styles']>> {
  const drawn = document.querySelector('#check-sample');
  if (drawn) drawn.innerHTML = sample;
  // A constructed sheet, as in the portal: it comes after style tags.
  const bar = new CSSStyleSheet();
  bar.replaceSync(document.querySelector<HTMLTemplateElement>('#check-bar')?.content.textContent ?? '');
  document.adoptedStyleSheets.push(bar);
  const elements = [
    document.documentElement,
    document.body,
    ...document.querySelectorAll('[data-portico], [data-portico] *'),
  ];
  const known = new Set(getSheets());
  endTransitions();
  const compareBar = watchBar();
  const before = await takePicture();
  return async () => {
    const own = getSheets().filter((sheet) => !known.has(sheet) && !sheet.disabled);
    const read = own.map(async (sheet) => ({ sheet: sheet.href ?? '', rules: await readRules(sheet) }));
    const sheets = await Promise.all(read);
    const rules = sheets.flatMap(({ sheet, rules }) => findGlobalRules(rules, sheet, elements));
    const scoped = sheets.map(({ sheet, rules }) => ({ sheet, count: countScoped(rules) }));
    // Ignore invisible changes, such as the style of a border without a width.
    endTransitions();
    const isChanged = (await takePicture()) !== before;
    const selectors = unique(rules.map(({ sheet, selector }) => ({ sheet, selector })));
    return {
      selectors,
      scoped: scoped.filter(({ count }) => count > 0),
      barChanges: isChanged ? compareBar(rules) : [],
    };
  };
}

/** Counts the rules that the portal keeps inside of a module. */
function countScoped(rules: Iterable<CSSRule>): number {
  return [...rules].reduce((sum, rule) => {
    const isScoped = isStyleRule(rule) && rule.selectorText.includes(`[${moduleAttribute}`);
    return sum + (isScoped ? 1 : countScoped(getInnerRules(rule)));
  }, 0);
}

/** Ends the transitions that the styles of the bar begin, to compare their results. */
function endTransitions(): void {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
}

function getSheets(): CSSStyleSheet[] {
  return [...document.styleSheets, ...document.adoptedStyleSheets];
}

/** Reads the rules of a sheet. Browsers hide those of other origins that were not requested by CORS: fetch them again. */
async function readRules(sheet: CSSStyleSheet): Promise<CSSRuleList> {
  try {
    return sheet.cssRules;
  } catch {
    const response = await fetch(sheet.href ?? '');
    return (await new CSSStyleSheet().replace(await response.text())).cssRules;
  }
}
