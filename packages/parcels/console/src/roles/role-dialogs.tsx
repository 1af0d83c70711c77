import { type GrantedRole, type Role, type RoleAssignment, roles } from '@portico/contract/administration';
import { EmailField, TextField } from '@portico/ui';
import { useState } from 'react';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { operatorPath } from '../request/operator-client';
import { SelectField } from '../select-field/select-field';
import { useCommonTexts } from '../texts/common-texts';
import { useRolesTexts } from './roles-texts';

/** Operators may grant roles of the whole portal; others those of their tenant. */
const portalRoles: readonly Role[] = ['operator', 'publisher'];

/** Asks who gets which role, and grants it. */
export function GrantDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useRolesTexts();
  const common = useCommonTexts();
  const { is_operator, tenant } = useCaller();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('help-desk');
  const [modules, setModules] = useState('');
  const keys = modules
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
  const granted: GrantedRole = {
    role,
    ...(!portalRoles.includes(role) && { tenant }),
    ...(role === 'publisher' && { modules: keys }),
  };
  return (
    <ConfirmDialog
      title={t('grant')}
      text={t('grant_text', { tenant })}
      confirm={t('grant_confirm')}
      command={['role', 'grant', email.trim(), role, ...formatScope(granted)]}
      action={(client) => client.send(getPath(granted), { method: 'PUT', body: { email: email.trim(), granted } })}
      done={t('granted', { email: email.trim() })}
      onClose={onClose}
    >
      <EmailField
        label={t('email')}
        autoComplete="off"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <SelectField
        label={t('role')}
        options={roles
          .filter((one) => is_operator || !portalRoles.includes(one))
          .map((one) => [one, common(`role.${one}`)] as const)}
        value={role}
        onChange={setRole}
      />
      {role === 'publisher' && (
        <TextField
          label={t('modules')}
          hint={t('modules_hint')}
          autoComplete="off"
          required
          value={modules}
          onChange={(event) => setModules(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

interface RevokeDialogProps {
  readonly assignment: RoleAssignment;
  readonly onClose: () => void;
}

/** Asks before a role is taken away. */
export function RevokeDialog({ assignment: { email, granted }, onClose }: RevokeDialogProps) {
  const t = useRolesTexts();
  const common = useCommonTexts();
  const { role, tenant, modules } = granted;
  const where = modules?.join(', ') ?? tenant ?? t('everywhere');
  return (
    <ConfirmDialog
      title={t('revoke_title', { email })}
      text={t('revoke_text', { role: common(`role.${role}`), where })}
      confirm={t('revoke')}
      isDangerous
      command={['role', 'revoke', email, role, ...(tenant === undefined ? [] : ['--tenant', tenant])]}
      action={(client) => {
        const body = { email, granted: { role, ...(tenant !== undefined && { tenant }) } };
        return client.send(getPath(granted), { method: 'DELETE', body });
      }}
      done={t('revoked', { email })}
      onClose={onClose}
    />
  );
}

function getPath({ tenant }: GrantedRole): string {
  return tenant === undefined ? 'roles' : operatorPath`tenants/${tenant}/roles`;
}

function formatScope({ tenant, modules }: GrantedRole): string[] {
  if (modules !== undefined) return ['--modules', modules.join(',')];
  return tenant === undefined ? [] : ['--tenant', tenant];
}
