import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOptionalProgram } from './programs.mjs';
import { root, run } from './run.mjs';

const folder = path.join(root, 'packages/platform/server/monitoring');

/** Tests the alert rules and the queries of the dashboard with promtool, or prints why it is missing. */
export async function checkMonitoring() {
  const promtool = await findOptionalProgram('promtool', 'The alert rules are not tested');
  if (!promtool) return;
  await run(promtool, ['check', 'rules', 'alerts.yml'], { cwd: folder });
  await run(promtool, ['test', 'rules', 'alerts.test.yml'], { cwd: folder });
  const work = mkdtempSync(path.join(tmpdir(), 'portico-monitoring-'));
  try {
    writeFileSync(path.join(work, 'dashboard.json'), JSON.stringify(createRules()));
    await run(promtool, ['check', 'rules', 'dashboard.json'], { cwd: work });
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** The queries of the dashboard as rules, because promtool parses only rules. JSON is valid YAML. */
function createRules() {
  const { panels } = JSON.parse(readFileSync(path.join(folder, 'dashboard.json'), 'utf8'));
  const rules = panels.flatMap(({ targets, title }) =>
    targets.map(({ expr, refId }) => ({
      alert: `${title}, ${refId}`,
      expr: expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '5m'),
    })),
  );
  return { groups: [{ name: 'dashboard', rules }] };
}
