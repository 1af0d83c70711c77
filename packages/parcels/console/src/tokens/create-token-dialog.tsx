import {
  createdScimTokenSchema,
  createdServiceKeySchema,
  createdTeamTokenSchema,
  tokenDaysMax,
} from '@portico/contract/administration';
import { TextField } from '@portico/ui';
import { useState } from 'react';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { type OperatorClient, operatorPath } from '../request/operator-client';
import { SelectField } from '../select-field/select-field';
import type { ListedToken } from './listed-token';
import { useTokensTexts } from './tokens-texts';

const kinds = ['team_token', 'service_key', 'scim_token'] as const;

interface CreateTokenDialogProps {
  readonly onCreate: (secret: string) => void;
  readonly onClose: () => void;
}

/** Asks what a token or a key is for, and creates it. */
export function CreateTokenDialog({ onCreate, onClose }: CreateTokenDialogProps) {
  const t = useTokensTexts();
  const [kind, setKind] = useState<ListedToken['kind']>('team_token');
  const [typed, setTyped] = useState('');
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [isNew, setNew] = useState(false);
  const isToken = kind === 'team_token';
  const isOfTenant = kind === 'scim_token';
  const { is_operator, tenant } = useCaller();
  const shownKinds = kinds.filter((one) => one !== 'scim_token' || is_operator);

  const create = async (client: OperatorClient) => {
    const common = { name: name.trim(), ...(days !== '' && { days: Number(days) }) };
    const rest = { ...common, new: isNew };
    if (isOfTenant) {
      const path = operatorPath`tenants/${tenant}/scim-tokens`;
      onCreate((await client.sendFor(path, createdScimTokenSchema, { method: 'POST', body: common })).token);
    } else if (isToken) {
      const modules = typed.split(',').map((key) => key.trim());
      const options = { method: 'POST', body: { modules, ...rest } } as const;
      onCreate((await client.sendFor('team-tokens', createdTeamTokenSchema, options)).token);
    } else {
      const options = { method: 'POST', body: { module: typed.trim(), ...rest } } as const;
      onCreate((await client.sendFor('service-keys', createdServiceKeySchema, options)).key);
    }
  };
  const command = [
    ...(isOfTenant ? ['tenant', 'scim-token', tenant] : ['token', 'create', typed.replaceAll(' ', '')]),
    ...(isToken ? ['--publish'] : []),
    ...(name.trim() === '' ? [] : ['--name', name.trim()]),
    ...(days === '' ? [] : ['--days', days]),
    ...(isNew && !isOfTenant ? ['--new'] : []),
  ];
  return (
    <ConfirmDialog
      title={t('create')}
      text={t('create_text')}
      confirm={t('create_confirm')}
      command={command}
      action={create}
      onClose={onClose}
    >
      <SelectField
        label={t('kind')}
        options={shownKinds.map((one) => [one, t(one)] as const)}
        value={kind}
        onChange={setKind}
      />
      {!isOfTenant && (
        <TextField
          label={t(isToken ? 'modules' : 'module')}
          hint={t(isToken ? 'modules_hint' : 'module_hint')}
          autoComplete="off"
          required
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <TextField
        label={t('name')}
        hint={t('name_hint')}
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={t('days')}
        hint={t('days_hint')}
        type="number"
        min={1}
        max={tokenDaysMax}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
      {!isOfTenant && (
        <label className="portico-console-check">
          <input type="checkbox" checked={isNew} onChange={(event) => setNew(event.currentTarget.checked)} />
          <span>{t('is_new')}</span>
        </label>
      )}
    </ConfirmDialog>
  );
}
