import { modulePrefix } from '@portico/contract';

export interface LinkedOverride {
  readonly name: string;
  readonly address: string;
}

/**
 * The override that a link names, as `portico dev` prints it: `<name>,<address>`, encoded or not. `undefined` when it
 * names no module: parts of the shell are overridden by the full interface alone.
 */
export function parseOverrideLink(link: string): LinkedOverride | undefined {
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
