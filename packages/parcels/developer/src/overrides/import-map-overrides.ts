/** As much of the API of import-map-overrides 6 as is used; it has no types of its own. */
interface ImportMapOverrides {
  /** What is stored and not disabled: in use after the next reload. */
  getOverrideMap(): { readonly imports: Readonly<Record<string, string>> };
  removeOverride(name: string): boolean;
  enableOverride(name: string): boolean;
  addExternalOverride(address: string): boolean;
  /** The address that its interface makes of a port number alone. */
  getUrlFromPort(name: string, port: string): string;
}

declare global {
  interface Window {
    /** There in the pages of developers, unless the browser refuses storage. */
    importMapOverrides?: ImportMapOverrides;
  }
}

/** Dispatched on the window by import-map-overrides. */
export const overridesChange = 'import-map-overrides:change';
