import { formatList } from '../build/messages';
import { formatLine } from './bundler';
import type { Evidence } from './evidence';

/** Refuses a module whose styles change how the portal's top bar looks. */
export function checkTopBar(evidence: Evidence): string[] {
  const { barChanges } = evidence.seen.styles;
  const explained = barChanges.filter(({ by }) => by !== undefined);
  const changed = new Map<string, Set<string>>();
  // Unexplained changes of places and sizes follow from explained ones.
  for (const { property, by } of explained.length > 0 ? explained : barChanges) {
    const cause = by ? `"${by.selector}"${describePlace(evidence, by)}` : 'what it does to the page';
    changed.set(cause, (changed.get(cause) ?? new Set()).add(property));
  }
  if (changed.size === 0) return [];
  const causes = [...changed].map(([cause, properties]) => `${cause} (${formatList([...properties], 3)})`);
  return [`It changes the top bar of the portal by ${formatList(causes, 5)}. ${adviseScope(evidence)}`];
}

/** Names style sheets that would be published and never apply. */
export function describeUnaskedStyles({ module: { styles, unaskedStyles } }: Evidence): string[] {
  if (unaskedStyles.length === 0) return [];
  const all = [...styles, ...unaskedStyles].map((name) => `"${name}"`).join(', ');
  const fix = formatLine('package.json', `"portico": { "styles": [${all}] }`);
  return [
    `Nothing loads ${formatList(unaskedStyles, 5)}: import it in a script, delete it, or name it for the portal to load.${fix}`,
  ];
}

/** Names the style sheets with rules that the portal keeps inside of the module. */
export function describeScopedStyles({ seen }: Evidence): string[] {
  const places = seen.styles.scoped.map(({ count, sheet }) => {
    const rules = count === 1 ? '1 rule' : `${count} rules`;
    return `${rules} of ${sheet.startsWith(seen.base) ? sheet.slice(seen.base.length) : 'a style tag'}`;
  });
  if (places.length === 0) return [];
  return [`The portal keeps ${formatList(places, 5)} inside of the module: they name bare elements or the page.`];
}

/** Names the selectors that reach the portal. */
export function describeGlobalSelectors(evidence: Evidence): string[] {
  const places = new Map<string, string[]>();
  for (const found of evidence.seen.styles.selectors) {
    const place = describePlace(evidence, found);
    places.set(place, [...(places.get(place) ?? []), `"${found.selector}"`]);
  }
  return [...places].map(
    ([place, selectors]) =>
      `Its styles reach the portal${place}: ${formatList(selectors, 5)}. ${adviseScope(evidence)}`,
  );
}

type Violation = Evidence['seen']['violations'][number];

/** Whether the violation is a style in markup. */
export function isStyleViolation({ directive, blocked }: Violation): boolean {
  return blocked === 'inline' && directive.startsWith('style-src');
}

/** Whether the violation is a style attribute in markup. The page of a check reports and allows it. */
export function isStyleAttribute({ directive, blocked }: Violation): boolean {
  return blocked === 'inline' && directive === 'style-src-attr';
}

/** Names the style tags in markup that the content policy blocked, each place once. */
export function checkStylesInMarkup({ seen }: Evidence): string[] {
  const tags = seen.violations.filter((violation) => isStyleViolation(violation) && !isStyleAttribute(violation));
  const found = tags.map(({ place }) => {
    const where = place === undefined ? '' : `, in ${place}`;
    return `The content policy blocks a style tag in markup${where}: create it by document.createElement, or give it the nonce portal.styleNonce.`;
  });
  return [...new Set(found)];
}

/** Names the style attributes in markup, unless the module declares them. */
export function describeStyleAttributes({ module, seen }: Evidence): string[] {
  const found = seen.violations.filter(isStyleAttribute);
  if (found.length === 0 || module.policy?.styleAttributes) return [];
  const places = formatList(
    found.flatMap(({ place }) => place ?? []),
    3,
  );
  return [`It has style="…" in markup${places && ` (${places})`}: the policy of its version allows that by itself.`];
}

/** Formats the file of a rule, such as ` in assets/index.css`; empty if unknown. */
function describePlace({ loaded, seen }: Evidence, { sheet, selector }: { sheet: string; selector: string }): string {
  if (sheet.startsWith(seen.base)) return ` in ${sheet.slice(seen.base.length)}`;
  // A script contains the rules of style tags and of constructed sheets.
  const compact = (text: string) => text.replaceAll(/\s/g, '');
  const file = loaded.find(({ text }) => compact(text).includes(`${compact(selector)}{`));
  return file ? ` in ${file.name}` : '';
}

const tailwind = /tailwindcss v4|--tw-/;

function adviseScope({ loaded, module: { declarations, key } }: Evidence): string {
  if (declarations?.styles === 'global') {
    return 'Without "styles": "global" in package.json, the portal keeps its styles inside of the module.';
  }
  if (loaded.some(({ text }) => tailwind.test(text))) {
    return 'Import Tailwind without its preflight: @layer theme, utilities; @import "tailwindcss/theme.css" layer(theme); @import "tailwindcss/utilities.css" layer(utilities);';
  }
  if (loaded.some(({ text }) => text.includes('MuiCssBaseline'))) {
    return 'In place of CssBaseline of Material UI, put ScopedCssBaseline around the application.';
  }
  return `Begin its selectors with a class of the module, or put its rules into @scope (.${key}) { … }.`;
}
