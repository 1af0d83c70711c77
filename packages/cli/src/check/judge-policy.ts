import type { Evidence } from './evidence';

type Violation = Evidence['seen']['violations'][number];

/** What the content policy refused and no operator can allow. */
export function judgePolicy({ seen }: Evidence): string[] {
  const refused = seen.violations.filter((violation) => !isOfOtherOrigin(violation) && !isCodeOfAddress(violation));
  return refused.map(({ directive, blocked }) => {
    if (blocked === 'eval')
      return 'The content policy refuses its eval: choose a devtool that is not of the eval kind.';
    if (blocked === 'inline' && directive.startsWith('style-src')) {
      return 'The content policy refuses its style tags: make style sheets files or constructed sheets.';
    }
    return `The content policy refuses what it does: ${directive}, ${blocked}.`;
  });
}

/** The origins of data, pictures and fonts, which an operator may allow. */
export function otherOrigins({ seen }: Evidence): string[] {
  return [...new Set(seen.violations.filter(isOfOtherOrigin).map(({ blocked }) => new URL(blocked).origin))];
}

/** A script or a style sheet by its address: whether that is right is asked of all of them. */
export function isCodeOfAddress({ directive, blocked }: Violation): boolean {
  return /^(script|style)-src/.test(directive) && isAddress(blocked);
}

function isOfOtherOrigin(violation: Violation): boolean {
  return isAddress(violation.blocked) && !isCodeOfAddress(violation);
}

function isAddress(blocked: string): boolean {
  return /^(https?|wss?):/.test(blocked);
}
