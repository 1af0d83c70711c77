import { importMapSchema, modulePrefix } from '@portico/contract';
import * as v from 'valibot';

/** What may be overridden in this page, and from where. */
export interface OverrideRules {
  /** Of the configuration. */
  readonly origins: readonly string[];
  /** The import map without overrides. */
  readonly deployed: Readonly<Record<string, string>>;
}

// Broken, they would take the page along that takes the override back.
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

/** Whether a name is one that may be overridden, and the address at one of the allowed origins to the letter. */
export function isAllowedOverride(name: string, address: string, { origins, deployed }: OverrideRules): boolean {
  const isKnown = name.startsWith(modulePrefix) || Object.hasOwn(deployed, name);
  // An origin and a slash leave no room for credentials, another port, or a host that only starts alike.
  const isAllowedAddress = origins.some((origin) => address.startsWith(`${origin}/`));
  const isEntry = v.is(importMapSchema, { imports: { [name]: address } });
  return isKnown && !foundations.has(name) && isAllowedAddress && isEntry;
}
