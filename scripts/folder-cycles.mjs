/** Finds cycles between the folders directly below each `src`; a file directly in `src` counts as a folder. */
export function findFolderCycles(modules) {
  const graph = new Map();
  for (const { source, dependencies } of modules) {
    const from = findFolder(source);
    for (const { resolved } of dependencies) {
      const to = findFolder(resolved);
      if (from === undefined || to === undefined || from === to) continue;
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return [...graph.keys()].flatMap((start) => findCycle(graph, start));
}

/** The shortest cycle from this folder, reported once: by its first folder in the alphabet. */
function findCycle(graph, start) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === start) return way.every((folder) => folder >= start) ? [[...way, start]] : [];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return [];
}

function findFolder(file) {
  return /^(?:root-config|packages\/[^/]+\/[^/]+)\/src\/[^/]+/.exec(file)?.[0];
}
