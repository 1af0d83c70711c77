import { formatPlan, type ModuleStatus, type Outcomes, type PlanStatus } from '@portico/contract/publishing';
import { formatAudience } from './format';

/** Describes the rollout of a module by its figures, a line each; nothing without a rollout, or without figures. */
export function describeRollout(status: ModuleStatus): string[] {
  const { canary, in_rollout, module, outcomes, rolled_back, version } = status;
  const lines: string[] = [];
  if (canary?.outcomes && outcomes) {
    const by = canary.by === undefined ? '' : ` by ${canary.by}`;
    lines.push(
      `${module} ${canary.version}${by}, for ${formatAudience(status)} since ${canary.since}: it failed for ${formatFailures(canary.outcomes)}, the live version for ${formatFailures(outcomes)}.`,
    );
  } else if (in_rollout && outcomes) {
    lines.push(`${module} ${version}: it failed for ${formatFailures(outcomes)}.`);
  }
  if (canary?.plan) lines.push(`${module} ${canary.version}: ${describePlan(canary.plan)}`);
  if (rolled_back) {
    lines.push(`${module} ${rolled_back.version ?? ''} was rolled back at ${rolled_back.at}: ${rolled_back.reason}.`);
  }
  return lines;
}

function formatFailures({ failed, mounted }: Outcomes): string {
  return `${failed} of ${mounted + failed} users`;
}

function describePlan({ held, next_at, step, steps }: PlanStatus): string {
  const plan = `step ${step + 1} of the plan ${formatPlan(steps)}`;
  const next = steps[step + 1];
  if (next === undefined || next_at === undefined) return `${plan}, the last.`;
  if (held === undefined) return `${plan}; ${next.percent} % at ${next_at} if it works.`;
  const reason = held.reason === '' ? '' : `: ${held.reason}`;
  return `${plan}, held by ${held.by === 'portal' ? 'the portal' : 'a person'} since ${held.since}${reason}.`;
}
