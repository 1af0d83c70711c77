import type { ImportMap } from '@portico/shared';
import { startTestPortal, type TestPortal } from '@portico/shared/testing';

/** A file of a module: what it exports, or what keeps it from loading. */
type File = () => Promise<System.Module>;

/** A page with an import map, in which SystemJS is the real one but for fetching: see `files`. */
export interface TestLoader {
  readonly portal: TestPortal;
  /** By address, without the number of a later try. What is not here does not load, which is not tried again. */
  readonly files: Map<string, File>;
  /** The addresses that were fetched, in order. */
  readonly fetched: string[];
  /** What `/import-map.json` answers from now on, and how often it was asked for. */
  readonly live: { map: Partial<ImportMap>; looks: number };
  close(): Promise<void>;
}

/** Once a test file, before anything reads the page. */
export async function startTestLoader(map: Partial<ImportMap>, state: object = {}): Promise<TestLoader> {
  document.head.innerHTML = `
    <script type="systemjs-importmap">${JSON.stringify(map)}</script>
    <script type="application/json" id="portico-state">${JSON.stringify(state)}</script>`;
  const portal = await startTestPortal({ moduleTimeout: 200 });
  // The loader takes over what stands in the page only with its first import.
  System.addImportMap({ imports: {}, ...map });
  const files = new Map<string, File>();
  const fetched: string[] = [];
  const live: TestLoader['live'] = { map, looks: 0 };
  Object.assign(System.constructor.prototype, {
    async instantiate(address: string) {
      fetched.push(address);
      const file = files.get(address.replace(/\?.*/, ''));
      if (!file) throw new Error(`${address} is not there.`);
      const exports = await file();
      return [[], (add: (added: System.Module) => void) => ({ execute: () => void add(exports) })];
    },
  });
  const original = globalThis.fetch;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (input !== '/import-map.json') return original(input, init);
    live.looks += 1;
    return new Response(JSON.stringify({ imports: {}, ...live.map }));
  });
  return {
    portal,
    files,
    fetched,
    live,
    close() {
      jest.restoreAllMocks();
      return portal.close();
    },
  };
}
