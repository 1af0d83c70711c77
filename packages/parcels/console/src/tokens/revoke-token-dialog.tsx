import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { operatorPath } from '../request/operator-client';
import type { ListedToken } from './listed-token';
import { useTokensTexts } from './tokens-texts';

interface RevokeTokenDialogProps {
  readonly token: ListedToken;
  readonly onClose: () => void;
}

/** Asks before a token or a key is revoked. */
export function RevokeTokenDialog({ token, onClose }: RevokeTokenDialogProps) {
  const t = useTokensTexts();
  const { id, kind, modules, name, tenant = '' } = token;
  const path = {
    team_token: operatorPath`team-tokens/${id}`,
    service_key: operatorPath`service-keys/${id}`,
    scim_token: operatorPath`tenants/${tenant}/scim-tokens/${id}`,
  }[kind];
  const isOfTenant = kind === 'scim_token';
  return (
    <ConfirmDialog
      title={t('revoke_title', { name: name || t(kind) })}
      text={t(`revoke_${kind}_text`, { modules: isOfTenant ? tenant : modules.join(', ') })}
      confirm={t('revoke')}
      isDangerous
      command={isOfTenant ? ['tenant', 'scim-token', tenant, '--revoke', id] : ['token', 'revoke', id]}
      action={(client) => client.send(path, { method: 'DELETE' })}
      done={t('revoked')}
      onClose={onClose}
    />
  );
}
