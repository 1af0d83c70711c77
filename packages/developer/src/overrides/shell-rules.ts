import { readPage } from '@portico/shared';
import type { OverrideRules } from './override-rules';

/** The rules of this page, from what the shell has read of it. */
export function shellRules(): OverrideRules {
  const { configuration, importMap } = readPage();
  const { overrides } = configuration;
  return { origins: overrides === 'off' ? [] : overrides, deployed: importMap.imports };
}
