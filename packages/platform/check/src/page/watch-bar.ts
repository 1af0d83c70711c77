import type { ModuleObservation } from '../module-observation';
import type { GlobalRule } from './global-selectors';

type BarChange = ModuleObservation['styles']['barChanges'][number];

/** Properties that depend on others, or on the size of the window. */
const derived =
  /^(?:width|height|inline-size|block-size|(?:perspective|transform)-origin|top|right|bottom|left|inset.*|grid-template-.*)$/;

const parts = ['', '::before', '::after'];

/** Reads the computed styles of the top bar; returns a function that compares them. */
export function watchBar(): (rules: readonly GlobalRule[]) => BarChange[] {
  const elements = [...document.querySelectorAll('#portico-topbar, #portico-topbar *')];
  const before = elements.map(readLook);
  return (rules) =>
    elements.flatMap((element, index) => {
      const [old, now] = [before[index], readLook(element)];
      return [...new Set([...(old?.keys() ?? []), ...now.keys()])]
        .filter((property) => old?.get(property) !== now.get(property))
        .map((property) => ({ element: element.localName, property, by: findCause(rules, element, property) }));
    });
}

function readLook(element: Element): ReadonlyMap<string, string> {
  const look = new Map<string, string>();
  for (const part of parts) {
    const style = getComputedStyle(element, part);
    // The element has no such part.
    if (part !== '' && style.content === 'none') continue;
    for (const property of style) {
      if (!derived.test(property) && isDrawn(property, style)) {
        look.set(property + part, style.getPropertyValue(property));
      }
    }
  }
  const { height, width, x, y } = element.getBoundingClientRect();
  return look.set('its place', [x, y].map(Math.round).join()).set('its size', [width, height].map(Math.round).join());
}

/** Excludes custom properties, and borders and outlines without a width. */
function isDrawn(property: string, style: CSSStyleDeclaration): boolean {
  const [, line] = /^(border-.*|outline)-(?:style|color)$/.exec(property) ?? [];
  return !property.startsWith('--') && (line === undefined || style.getPropertyValue(`${line}-width`) !== '0px');
}

/** Properties that move elements beside or inside. */
const moving =
  /^(?:align|display|flex|font|gap|grid|height|justify|line|margin|max|min|padding|place|position|width|zoom)/;

/** Finds the last rule that sets the property for the element or one around it. */
function findCause(rules: readonly GlobalRule[], element: Element, name: string): BarChange['by'] {
  const [property = ''] = name.split('::');
  const isPlace = property.startsWith('its ');
  const sets = (style: CSSStyleDeclaration) =>
    isPlace ? Array.from(style).some((each) => moving.test(each)) : style.getPropertyValue(property) !== '';
  const rule = rules.findLast(
    ({ elements, style }) => sets(style) && elements.some((reached) => reached.contains(element)),
  );
  return rule && { sheet: rule.sheet, selector: rule.selector };
}
