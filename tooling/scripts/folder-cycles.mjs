/** Finds cycles between the folders of one parent, at every depth. A file directly in `src` counts as a folder. */
export function findFolderCycles(modules) {
  const graph = new Map();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = findSiblings(source, resolved);
      if (to !== undefined) graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return [...graph.keys()].flatMap((start) => findCycle(graph, start));
}

/** Finds the shortest cycle from this folder. Each cycle is reported once, from its alphabetically first folder. */
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

/**
 * Returns the folders of two files directly below their common parent, or nothing if one of them is a file below a
 * folder of `src`.
 */
function findSiblings(file, other) {
  const [parts, otherParts] = [file.split('/'), other.split('/')];
  const depth = parts.findIndex((part, index) => part !== otherParts[index]);
  const isDirectlyInSource = parts[depth - 1] === 'src';
  const areFolders = Math.min(parts.length, otherParts.length) > depth + 1;
  if (!isDirectlyInSource && !(areFolders && parts.slice(0, depth).includes('src'))) return [];
  return [parts, otherParts].map((all) => all.slice(0, depth + 1).join('/'));
}
