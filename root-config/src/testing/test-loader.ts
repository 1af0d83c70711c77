import type { ImportMap } from '@portico/shared';
import { startTestPortal, type TestPortal } from '@portico/shared/testing';

/** A file of a module: resolves to its exports, or rejects if it does not load. */
type File = () => Promise<System.Module>;

/** A page with an import map and the real SystemJS, which fetches from `files`. */
export interface TestLoader {
  readonly portal: TestPortal;
  /** By address, without the number of a retry. Another address does not load, and is not retried. */
  readonly files: Map<string, File>;
  /** The fetched addresses, in order. */
  readonly fetched: string[];
  /** The next answer of `/import-map.json`, the number of requests, and the query of the last request. */
  readonly live: {
    map: Partial<ImportMap>;
    requests: number;
    modules?: string | undefined;
    hasPreviews?: boolean;
    isContributing?: boolean;
    isReachable: boolean;
  };
  close(): Promise<void>;
}

/** To be called once per test file, before anything reads the page. */
export async function startTestLoader(map: Partial<ImportMap>, state: object = {}): Promise<TestLoader> {
  document.head.innerHTML = `
    <script type="systemjs-importmap">${JSON.stringify({ imports: {}, ...map })}</script>
    <script type="application/json" id="portico-state">${JSON.stringify(state)}</script>`;
  const portal = await startTestPortal({ moduleTimeout: 200 });
  // SystemJS reads the maps of the page only at its first import.
  System.addImportMap({ imports: {}, ...map, scopes: map.scopes ?? {} });
  const files = new Map<string, File>();
  const fetched: string[] = [];
  const live: TestLoader['live'] = { map, requests: 0, isReachable: true };
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
    const [path, search] = String(input).split('?');
    if (path !== '/import-map.json') return original(input, init);
    const parameters = new URLSearchParams(search);
    const query = parameters.get('modules') ?? undefined;
    live.requests += 1;
    live.modules = query;
    live.hasPreviews = parameters.has('previews');
    live.isContributing = parameters.has('contributing');
    if (!live.isReachable) throw new TypeError('fetch failed');
    const isAsked = ([name, address]: [string, string]) => {
      const routes = live.map.entries?.[address]?.declarations?.routes ?? [];
      return [name.replace('@module/', ''), ...routes].some((each) => !query || query.split(',').includes(each));
    };
    const imports = Object.fromEntries(Object.entries(live.map.imports ?? {}).filter(isAsked));
    return new Response(JSON.stringify({ ...live.map, imports }));
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
