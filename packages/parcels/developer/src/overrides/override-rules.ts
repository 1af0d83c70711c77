import { importMapSchema, modulePrefix } from '@portico/contract';
import * as v from 'valibot';

/** The names that this page may override, and the allowed origins. */
export interface OverrideRules {
  /** From the configuration. */
  readonly origins: readonly string[];
  /** The import map without overrides. */
  readonly deployed: Readonly<Record<string, string>>;
}

// If one of these breaks, the dialog that removes the override breaks, too.
const foundations = new Set([
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'single-spa',
  '@portico/shared',
  '@portico/ui',
  '@portico/root-config',
  '@portico/developer',
]);

/** Whether a name may be overridden, with an address at one of the allowed origins. */
export function isAllowedOverride(name: string, address: string, { origins, deployed }: OverrideRules): boolean {
  const isKnown = name.startsWith(modulePrefix) || Object.hasOwn(deployed, name);
  // With the slash, no credentials, other port or longer host name can follow the origin.
  const isAllowedAddress = origins.some((origin) => address.startsWith(`${origin}/`));
  const isEntry = v.is(importMapSchema, { imports: { [name]: address } });
  return isKnown && !foundations.has(name) && isAllowedAddress && isEntry;
}

/** Says why an override is not allowed; `undefined` if it is. English, as the panels of import-map-overrides. */
export function explainRefusal(name: string, address: string, rules: OverrideRules): string | undefined {
  if (isAllowedOverride(name, address, rules)) return undefined;
  if (foundations.has(name)) return `${name} cannot be overridden: every page needs it.`;
  return `${name} cannot be overridden with ${address}: this portal allows its modules and the parts of its shell, from ${rules.origins.join(' or ')}.`;
}
