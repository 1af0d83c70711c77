import type { Invitation } from '@portico/contract/administration';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { operatorPath } from '../request/operator-client';
import { useInvitationTexts } from './invitation-texts';

/** An action on an invitation. */
export interface InvitationStep {
  readonly kind: 'resend' | 'withdraw';
  readonly invitation: Invitation;
}

interface InvitationDialogProps {
  readonly step: InvitationStep;
  readonly onClose: () => void;
}

/** Asks before an invitation is sent again or withdrawn. */
export function InvitationDialog({ step: { kind, invitation }, onClose }: InvitationDialogProps) {
  const t = useInvitationTexts();
  const { tenant } = useCaller();
  const { email, id } = invitation;
  const path = operatorPath`tenants/${tenant}/invitations/${id}`;
  return (
    <ConfirmDialog
      title={t(`${kind}_title`, { email })}
      text={t(`${kind}_text`)}
      confirm={t(kind)}
      isDangerous={kind === 'withdraw'}
      action={(client) =>
        kind === 'resend' ? client.send(`${path}/resend`, { method: 'POST' }) : client.send(path, { method: 'DELETE' })
      }
      command={['user', `${kind}-invitation`, email, '--tenant', tenant]}
      onClose={onClose}
    />
  );
}

/** Whether an invitation can be accepted, or sent again. */
export function isOpen({ state }: Invitation): boolean {
  return state !== 'accepted' && state !== 'withdrawn';
}
