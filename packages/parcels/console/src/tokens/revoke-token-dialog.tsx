import { usePortal } from '@portico/module-kit';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { operatorPath } from '../request/operator-client';
import { useTexts } from '../texts/define-texts';
import type { ListedToken } from './listed-token';
import { tokensTexts } from './tokens-texts';

interface RevokeTokenDialogProps {
  readonly token: ListedToken;
  readonly onClose: () => void;
}

/** Asks before a token or a key is revoked. */
export function RevokeTokenDialog({ token: { id, kind, modules, name }, onClose }: RevokeTokenDialogProps) {
  const t = useTexts(tokensTexts);
  const portal = usePortal();
  const isToken = kind === 'team_token';
  const path = isToken ? operatorPath`team-tokens/${id}` : operatorPath`service-keys/${id}`;
  return (
    <ConfirmDialog
      title={t('revoke_title', { name: name || t(kind) })}
      text={t(isToken ? 'revoke_token_text' : 'revoke_key_text', { modules: modules.join(', ') })}
      confirm={t('revoke')}
      isDangerous
      command={['token', 'revoke', id]}
      action={async (client) => {
        await client.send(path, { method: 'DELETE' });
        portal.toast({ type: 'success', text: t('revoked') });
      }}
      onClose={onClose}
    />
  );
}
