/** The folder of an address, with a slash at its end; empty if there is none. */
export function getFolder(address: string): string {
  return address.slice(0, address.lastIndexOf('/') + 1);
}
