import type { ModuleStatus } from '@portico/contract/publishing';
import { Button } from '@portico/ui';
import { useMay } from '../caller/caller';
import type { Action } from './release-action';
import { useReleaseTexts } from './release-texts';

interface ModuleActionsProps {
  readonly status: ModuleStatus;
  readonly onChoose: (action: Action) => void;
}

/** The actions that the state of a module allows. */
export function ModuleActions({ status: { canary, previous }, onChoose }: ModuleActionsProps) {
  const t = useReleaseTexts();
  if (!useMay('releases.manage')) return null;
  const actions: Action[] = canary
    ? [
        ...(canary.plan?.next_at !== undefined
          ? ([{ kind: 'widen' }, { kind: canary.plan.held ? 'continue' : 'hold' }] as const)
          : ([{ kind: 'rollout', version: canary.version }] as const)),
        { kind: 'promote' },
        { kind: 'withdraw' },
      ]
    : [];
  if (previous !== undefined) actions.push({ kind: 'rollback' });
  if (actions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className="portico-console-actions" role="group" aria-label={t('action.actions')}>
      {actions.map((action) => (
        <Button key={action.kind} variant="quiet" onClick={() => onChoose(action)}>
          {t(`action.${action.kind === 'rollout' ? 'widen' : action.kind}`)}
        </Button>
      ))}
    </div>
  );
}
