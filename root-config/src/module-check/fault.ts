/** What the portal could not do with a module, or the module did wrong while it was on screen. */
export interface Fault {
  readonly step: 'load' | 'exports' | 'mount' | 'crash' | 'unmount';
  readonly message: string;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
