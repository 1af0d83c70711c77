import { type PreviewLink, previewDaysDefault, previewDaysMax, previewLinkSchema } from '@portico/contract';
import type { ModuleStatus } from '@portico/contract/publishing';
import { TextField } from '@portico/ui';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import type { OperatorClient } from '../request/operator-client';
import { OperatorFailure } from '../request/operator-failure';
import { type Action, describeAction } from './release-action';
import { useReleaseTexts } from './release-texts';
import { parseTarget, type Target, TargetField } from './target-field';

interface ReleaseDialogProps {
  readonly status: ModuleStatus;
  readonly action: Action;
  readonly onPreview: (link: PreviewLink) => void;
  readonly onClose: () => void;
}

const dangerous: readonly Action['kind'][] = ['rollback', 'withdraw', 'quarantine', 'revoke'];

/** Asks before an action on a module, and runs it. */
export function ReleaseDialog({ status, action, onPreview, onClose }: ReleaseDialogProps) {
  const t = useReleaseTexts();
  const [reason, setReason] = useState('');
  const [days, setDays] = useState(previewDaysDefault);
  const [target, setTarget] = useState<Target>(() => proposeTarget(status));
  // Changes that are fetched while the dialog is open do not count as seen.
  const seen = useRef(status.revision);
  const { canary, module, previous } = status;
  const { kind } = action;
  const version = 'version' in action ? action.version : (canary?.version ?? '');
  const values = { module, version, live: status.version ?? t('of_shell'), previous: previous ?? t('of_shell') };
  const input = { reason: reason.trim(), days, target: parseTarget(target) };

  const run = async (client: OperatorClient) => {
    const { body, path } = describeAction(module, action, { ...input, seen: seen.current ?? status.revision });
    const options = body ? ({ method: 'POST', body } as const) : ({ method: 'DELETE' } as const);
    try {
      if (kind === 'preview') onPreview(await client.sendFor(path, previewLinkSchema, options));
      else await client.send(path, options);
    } catch (error) {
      // The failure says who changed what. The next click is the decision about the module as it is then.
      if (error instanceof OperatorFailure && error.code === 'module-changed') seen.current = undefined;
      throw error;
    }
  };
  return (
    <ConfirmDialog
      title={t(`action.${kind}_title`, values)}
      text={t(`action.${kind}_text`, values)}
      confirm={t(`action.${kind}`)}
      isDangerous={dangerous.includes(kind)}
      action={run}
      // A preview shows its link.
      done={kind === 'preview' ? undefined : t(`action.${kind}_done`, values)}
      command={describeAction(module, action, input).command}
      onClose={onClose}
    >
      {kind === 'rollout' && <TargetField target={target} onChange={setTarget} />}
      {kind === 'preview' && (
        <TextField
          label={t('action.days')}
          type="number"
          min={1}
          max={previewDaysMax}
          required
          value={days}
          onChange={(event) => setDays(event.currentTarget.valueAsNumber || 0)}
        />
      )}
      {kind !== 'preview' && kind !== 'revoke' && (
        <TextField
          label={t('action.reason')}
          hint={t('action.reason_hint')}
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

/** A canary by percentage is widened to twice its users. */
function proposeTarget({ canary }: ModuleStatus): Target {
  const audience = canary?.audience;
  if (audience && 'tenants' in audience) return { kind: 'tenants', text: audience.tenants.join(', ') };
  return { kind: 'percent', text: String(Math.min(99, (audience?.percent ?? 5) * 2)) };
}
