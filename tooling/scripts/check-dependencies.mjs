import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import swc from '@swc/core';
import { forbidden, unchecked } from './dependency-rules.mjs';
import { findFolderCycles } from './folder-cycles.mjs';
import { main, root } from './run.mjs';

const drawing = path.join(root, 'docs/README.md');
const markers = /(<!-- packages: npm run lint checks this -->\n)[\s\S]*?(\n<!-- end of packages -->)/;

/** Checks which part imports which, and that docs/README.md shows it; `--write` updates the drawing. */
await main(async () => {
  const { modules, summary } = await readDependencies();
  const problems = [
    ...summary.violations.map(describeViolation),
    ...findSelfImports(modules),
    ...findFolderCycles(modules).map((cycle) => `folder cycle: ${cycle.join(' → ')}`),
    ...checkDrawing(modules),
  ];
  for (const problem of problems) console.error(problem);
  console.log(`Checked the imports of ${modules.length} files.`);
  if (problems.length > 0)
    throw new Error(`${problems.length} problems: see "Where a thing lives" in CONTRIBUTING.md.`);
});

async function readDependencies() {
  // dependency-cruiser parses TypeScript with SWC, but does not tell it which files contain JSX.
  const { parseFileSync } = swc;
  swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });
  const { cruise } = await import('dependency-cruiser');
  const { output } = await cruise(
    ['root-config', 'packages/core', 'packages/parcels', 'packages/platform', 'packages/examples'],
    {
      baseDir: root,
      parser: 'swc',
      includeOnly: { path: '(?:^|/)(?:src|node_modules)/' },
      exclude: { path: unchecked },
      doNotFollow: { path: 'node_modules' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'require', 'node', 'default', 'types'],
        extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      },
      validate: true,
      ruleSet: { forbidden },
    },
  );
  return output;
}

function describeViolation({ rule, from, to, cycle }) {
  return `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`;
}

/** A bundle that lacks one of its packages would import it from the page, beside its own files. */
function findSelfImports(modules) {
  const findPackage = (file) => /^(?:root-config|packages\/[^/]+\/[^/]+)\//.exec(file)?.[0];
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ module }) => !module.startsWith('.'))
      .filter(({ resolved }) => !resolved.includes('node_modules/') && findPackage(resolved) === findPackage(source))
      .map(({ module }) => `import of the own package by name: ${source} → ${module}`),
  );
}

function checkDrawing(modules) {
  const text = readFileSync(drawing, 'utf8');
  const updated = text.replace(markers, (_all, start, end) => start + drawPackages(modules) + end);
  if (process.argv.includes('--write')) writeFileSync(drawing, updated);
  else if (updated !== text) return ['docs/README.md is out of date: run npm run format.'];
  return [];
}

/** Draws which package imports which as a Mermaid diagram; parcels and examples are one box each. */
function drawPackages(modules) {
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
  if (file.startsWith('root-config/')) return 'root-config';
  const [, group, name] = /^packages\/(core|parcels|platform|examples)\/([^/]+)\//.exec(file) ?? [];
  return group === 'parcels' || group === 'examples' ? group : name;
}
