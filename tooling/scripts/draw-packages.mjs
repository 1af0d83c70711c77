/** Draws which package imports which as a Mermaid diagram; parcels and examples are one box each. */
export function drawPackages(modules) {
  const arrows = new Set();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [findBox(source), findBox(resolved)];
      if (from && to && from !== to) arrows.add(`  ${from} --> ${to}`);
    }
  }
  return ['```mermaid', 'flowchart TD', ...[...arrows].sort(), '```'].join('\n');
}

function findBox(file) {
  const [, group, name] = /^(?:packages\/(core|parcels|platform|examples)\/([^/]+)|root-config)\//.exec(file) ?? [];
  if (file.startsWith('root-config/')) return 'root-config';
  return group === 'parcels' || group === 'examples' ? group : name;
}
