import { retreatsKeyOf } from '../trials/retreats-key';
import { addLine, linesOf } from '../trials/session-lines';

/** The addresses that this page has left for the version before, by the name: also while that is still being tried. */
const left = new Map<string, string>();

/** An address is not gone to any more, unless it is reinstated. */
export function leaveAddress(name: string, address: string): void {
  left.set(name, address);
}

export function reinstateAddress(name: string): void {
  left.delete(name);
}

/** Keeps it for this tab, also over reloads. */
export function keepLeft(name: string, address: string): void {
  if (!linesOf(retreatsKeyOf(name)).includes(address)) addLine(retreatsKeyOf(name), address);
}

/** Whether this tab has left an address because what is there failed. */
export function hasLeft(name: string, address: string | undefined): boolean {
  if (address === undefined) return false;
  return left.get(name) === address || linesOf(retreatsKeyOf(name)).includes(address);
}
