import { modulePrefix } from '@portico/contract';

/** Parses `<name>,<address>`, encoded or not, as `portico dev` prints it. The name is that of a module. */
export function parseOverrideLink(link: string): { readonly name: string; readonly address: string } | undefined {
  const [, name, address] = /^([^,]+),(.+)$/.exec(decode(link)) ?? [];
  return name?.startsWith(modulePrefix) && address ? { name, address } : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
