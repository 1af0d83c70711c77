/** Puts the file of the components into the import map, from its source. */
export async function serveUi(): Promise<void> {
  const address = 'https://portal.test/ui.js';
  System.addImportMap({ imports: { '@portico/ui': address } });
  System.set(address, await import('../libraries/ui'));
}
