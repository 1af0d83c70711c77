import type { AuditAction } from '@portico/contract';
import type { Locale } from '@portico/module-kit';

/** The name of each action, in English and Portuguese. */
const names: Readonly<Record<AuditAction, readonly [en: string, pt: string]>> = {
  'sign-in': ['Signed in', 'Entrou'],
  'sign-in-refused': ['Sign-in refused', 'Entrada recusada'],
  'sign-out': ['Signed out', 'Saiu'],
  'session-ended': ['Session ended', 'Sessão encerrada'],
  'sessions-ended': ['Sessions ended', 'Sessões encerradas'],
  'refresh-token-replayed': ['Refresh token replayed', 'Token de renovação repetido'],
  'password-changed': ['Password changed', 'Senha alterada'],
  'password-change-refused': ['Password change refused', 'Alteração de senha recusada'],
  'recovery-requested': ['Password recovery requested', 'Recuperação de senha pedida'],
  'password-recovered': ['Password recovered', 'Senha recuperada'],
  'recovery-refused': ['Password recovery refused', 'Recuperação de senha recusada'],
  'tenant-added': ['Tenant added', 'Tenant adicionado'],
  'tenant-removed': ['Tenant removed', 'Tenant removido'],
  'look-changed': ['Look changed', 'Aparência alterada'],
  'backup-made': ['Backup made', 'Backup feito'],
  'app-defined': ['Application defined', 'Aplicativo definido'],
  'app-removed': ['Application removed', 'Aplicativo removido'],
  'place-off': ['Place switched off', 'Lugar desligado'],
  'place-on': ['Place switched on', 'Lugar ligado'],
  'user-added': ['User added', 'Usuário adicionado'],
  'user-disabled': ['User disabled', 'Usuário desativado'],
  'user-enabled': ['User enabled', 'Usuário ativado'],
  'user-renamed': ['User renamed', 'Usuário renomeado'],
  'user-unlocked': ['User unlocked', 'Usuário desbloqueado'],
  'user-removed': ['Member removed', 'Membro removido'],
  'user-deleted': ['User deleted', 'Usuário excluído'],
  'address-change-started': ['E-mail change started', 'Mudança de e-mail iniciada'],
  'address-change-stopped': ['E-mail change stopped', 'Mudança de e-mail interrompida'],
  'address-change-refused': ['E-mail change refused', 'Mudança de e-mail recusada'],
  'address-changed': ['E-mail changed', 'E-mail alterado'],
  'access-granted': ['Access granted', 'Acesso concedido'],
  'access-revoked': ['Access revoked', 'Acesso revogado'],
  'role-granted': ['Role granted', 'Função concedida'],
  'role-revoked': ['Role revoked', 'Função revogada'],
  'caller-confirmed': ['Password confirmed', 'Senha confirmada'],
  'group-added': ['Group added', 'Grupo adicionado'],
  'group-changed': ['Group changed', 'Grupo alterado'],
  'group-removed': ['Group removed', 'Grupo removido'],
  'mapping-added': ['Provider group mapped', 'Grupo de provedor mapeado'],
  'mapping-removed': ['Mapping of a provider group removed', 'Mapeamento de grupo de provedor removido'],
  'access-requested': ['Access requested', 'Acesso pedido'],
  'access-request-granted': ['Request granted', 'Pedido concedido'],
  'access-request-declined': ['Request declined', 'Pedido negado'],
  invited: ['Invited', 'Convidado'],
  'invitation-resent': ['Invitation resent', 'Convite reenviado'],
  'invitation-withdrawn': ['Invitation withdrawn', 'Convite retirado'],
  'invitation-accepted': ['Invitation accepted', 'Convite aceito'],
  'announcement-added': ['Announcement added', 'Aviso adicionado'],
  'announcement-changed': ['Announcement changed', 'Aviso alterado'],
  'announcement-removed': ['Announcement removed', 'Aviso removido'],
  'service-key-created': ['Service key created', 'Chave de serviço criada'],
  'service-key-revoked': ['Service key revoked', 'Chave de serviço revogada'],
  'team-token-created': ['Team token created', 'Token de equipe criado'],
  'team-token-revoked': ['Team token revoked', 'Token de equipe revogado'],
  publish: ['Published', 'Publicado'],
  canary: ['Rollout', 'Lançamento gradual'],
  promote: ['Promoted', 'Promovido'],
  withdraw: ['Withdrawn', 'Retirado'],
  rollback: ['Rolled back', 'Revertido'],
  'automatic-rollback': ['Rolled back automatically', 'Revertido automaticamente'],
  remove: ['Removed', 'Removido'],
  release: ['Address released', 'Endereço liberado'],
  quarantine: ['Quarantined', 'Em quarentena'],
  preview: ['Preview created', 'Prévia criada'],
  'preview-revoked': ['Preview revoked', 'Prévia revogada'],
  'rollout-held': ['Plan put on hold', 'Plano posto em espera'],
  'rollout-continued': ['Plan continued', 'Plano continuado'],
  'publishing-refused': ['Publishing refused', 'Publicação recusada'],
  'operator-read': ['Read', 'Leitura'],
  'operator-refused': ['Call refused', 'Chamada recusada'],
};

export const actions: readonly string[] = Object.keys(names);

/** Returns the name of an action; an action that a newer server has added as it is. */
export function getActionName(action: string, locale: Locale): string {
  return isKnown(action) ? names[action][locale === 'en' ? 0 : 1] : action;
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(names, action);
}
