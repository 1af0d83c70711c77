import { getStyleScope, scopeRule, scopeStyles } from '@portico/contract';
import { findEntry, getModuleKey, modulePrefix } from '@portico/shared';
import type { Owner } from './trace-owners';

/**
 * Keeps styles that a script adds inside of its module, or those of a package inside of all modules.
 * @param isRule whether the text has to remain one rule
 */
export function scopeAddedStyles(text: string, { address, name }: Owner, isRule: boolean): string {
  if (findEntry(address).declarations?.styles === 'global') return text;
  const scope = getStyleScope(name.startsWith(modulePrefix) ? getModuleKey(name) : undefined);
  return isRule ? scopeRule(text, scope) : scopeStyles(text, scope);
}
