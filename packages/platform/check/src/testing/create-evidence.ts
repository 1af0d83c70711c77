import type { Evidence } from '../rules/evidence';

export const base = 'http://localhost:9100/modules/orders/';
export const portal = 'http://localhost:9000';
export const chunkLoader = { global: 'webpackChunkorders', publicPath: base };

/** Creates the evidence of a valid module, with the changes of a test. */
export function createEvidence({
  seen,
  ...more
}: { seen?: Partial<Evidence['seen']> } & Partial<Omit<Evidence, 'seen'>> = {}) {
  return {
    module: {
      key: 'orders',
      entry: 'orders.js',
      styles: [],
      unaskedStyles: [],
      folder: '/orders',
      dist: '/orders/dist',
    },
    loaded: [{ name: 'orders.js', text: 'System.register([])', size: 2_000 }],
    missing: [],
    misplaced: [],
    unaskedFiles: [],
    isOneFile: false,
    maxSize: 10_000,
    ownReacts: [],
    form: 'system',
    bareImports: ['react'],
    dependencies: new Map(),
    ...more,
    seen: {
      failures: [],
      leftovers: [],
      kept: [],
      reports: [],
      violations: [],
      chunkLoaders: [chunkLoader],
      requests: [{ url: `${base}orders.js`, kind: 'script' }],
      errors: [],
      styles: { selectors: [], scoped: [], barChanges: [] },
      serviceWorkers: [],
      isEmpty: false,
      react: '19.3.1',
      base,
      portal,
      ...seen,
    },
  } as Evidence;
}
