import { modulePrefix } from '@portico/contract';
import { isAllowedOverride } from './override-rules';
import { getOverrideRules } from './running-overrides';

/** Parses `<name>,<address>`, encoded or not, as `portico dev` prints it. The name is that of a module. */
export function parseOverrideLink(link: string): { readonly name: string; readonly address: string } | undefined {
  const [, name, address] = /^([^,]+),(.+)$/.exec(decode(link)) ?? [];
  return name?.startsWith(modulePrefix) && address ? { name, address } : undefined;
}

/** Parses a link whose override this page allows. */
export function parseAllowedLink(link: string): ReturnType<typeof parseOverrideLink> {
  const linked = parseOverrideLink(link);
  return linked && isAllowedOverride(linked.name, linked.address, getOverrideRules()) ? linked : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
