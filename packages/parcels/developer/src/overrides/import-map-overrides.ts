/** The used part of the API of import-map-overrides 6, which has no types. */
export interface ImportMapOverrides {
  /** The stored overrides that are not disabled: in use after the next reload. */
  getOverrideMap(): { readonly imports: Readonly<Record<string, string>> };
  /** Stores an override. `address` may be a port number. */
  addOverride(name: string, address: string): { readonly imports: Readonly<Record<string, string>> };
  removeOverride(name: string): boolean;
  enableOverride(name: string): boolean;
  addExternalOverride(address: string): boolean;
  /** The address for a port number that the user enters. */
  getUrlFromPort(name: string, port: string): string;
}

declare global {
  interface Window {
    /** Set in the pages of developers, unless the browser refuses storage. */
    importMapOverrides?: ImportMapOverrides;
  }
}

/** Dispatched on the window by import-map-overrides. */
export const overridesChange = 'import-map-overrides:change';
