import importMap from '../../../../../import-map.json' with { type: 'json' };

/** All names of the shell, at an address that the server does not check. */
export const shellImports = Object.fromEntries(
  Object.keys(importMap.imports)
    .filter((name) => !name.startsWith('@module/'))
    .map((name) => [name, '/example/shell.js']),
);
