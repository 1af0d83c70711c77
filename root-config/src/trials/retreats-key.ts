/** The key of the session storage under which the addresses stand that this tab has left since what was there failed. */
export function retreatsKeyOf(name: string): string {
  return `portico:retreats:${name}`;
}
