import {
  type ClaimMapping,
  claimMappingListSchema,
  createdClaimMappingSchema,
  type GroupList,
  type NewClaimMapping,
} from '@portico/contract/administration';
import { Button, buttonClass, FailureNotice, TextField } from '@portico/ui';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type * as v from 'valibot';
import { useCaller, useMay } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { Fetched } from '../page/fetched';
import { useExplain } from '../request/explain-failure';
import { operatorPath } from '../request/operator-client';
import { useChange } from '../request/use-change';
import { useRead } from '../request/use-read';
import { SelectField } from '../select-field/select-field';
import { useAccessTexts } from './access-texts';

type Providers = v.InferOutput<typeof claimMappingListSchema>['providers'];

/** The groups of sign-in providers that give applications or groups. */
export function Mappings({ groups, apps }: GroupList) {
  const t = useAccessTexts();
  const { tenant } = useCaller();
  const mayManage = useMay('access.manage');
  const path = operatorPath`tenants/${tenant}/mappings`;
  const list = useRead(path, claimMappingListSchema);
  return (
    <Fetched source={list}>
      {(data) => (
        <div className="portico-console-access">
          <p className="portico-console-muted">{t('mappings_lead')}</p>
          {data.providers.length === 0 ? (
            <div className="portico-console-empty">
              <p>{t('no_providers')}</p>
              <Link className={buttonClass('quiet')} to="/sign-in">
                {t('to_providers')}
              </Link>
            </div>
          ) : (
            <>
              {mayManage && <MappingForm groups={groups} apps={apps} providers={data.providers} />}
              {data.mappings.length === 0 && <p className="portico-console-empty">{t('no_mappings')}</p>}
            </>
          )}
          <ul className="portico-console-groups">
            {data.mappings.map((mapping) => (
              <MappingRow key={mapping.id} mapping={mapping} apps={apps} />
            ))}
          </ul>
        </div>
      )}
    </Fetched>
  );
}

function MappingForm({ groups, apps, providers }: GroupList & { readonly providers: Providers }) {
  const t = useAccessTexts();
  const explain = useExplain();
  const { tenant } = useCaller();
  const [claim, setClaim] = useState('groups');
  const [value, setValue] = useState('');
  const targets = [
    ...apps.map(({ module, name }) => [`app ${module}`, name] as const),
    ...groups.map(({ id, name }) => [`group ${id}`, t('the_group', { name })] as const),
  ];
  const [chosen, setChosen] = useState<string>();
  const [provider, setProvider] = useState('');
  const [kind = '', target = ''] = (chosen ?? targets[0]?.[0] ?? '').split(' ');
  const add = useChange((client, body: NewClaimMapping) =>
    client.sendFor(operatorPath`tenants/${tenant}/mappings`, createdClaimMappingSchema, { method: 'POST', body }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '' || claim.trim() === '' || target === '' || add.isPending) return;
    const given = kind === 'app' ? { module: target } : { group_id: target };
    const body = { claim: claim.trim(), value: value.trim(), ...given, ...(provider && { provider_id: provider }) };
    add.mutate(body, { onSuccess: () => setValue('') });
  };
  return (
    <>
      {add.error && <FailureNotice text={explain(add.error)} />}
      <form className="portico-console-inline-form" noValidate onSubmit={submit}>
        <TextField
          label={t('value')}
          autoComplete="off"
          maxLength={300}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <SelectField
          label={t('gives')}
          options={targets}
          value={chosen ?? targets[0]?.[0] ?? ''}
          onChange={setChosen}
        />
        <TextField
          label={t('claim')}
          autoComplete="off"
          maxLength={200}
          value={claim}
          onChange={(event) => setClaim(event.currentTarget.value)}
        />
        {providers.length > 1 && (
          <SelectField
            label={t('provider')}
            options={[['', t('each_provider')], ...providers.map(({ id, name }) => [id, name] as const)]}
            value={provider}
            onChange={setProvider}
          />
        )}
        <Button type="submit" variant="quiet" isBusy={add.isPending}>
          {t('map')}
        </Button>
      </form>
    </>
  );
}

interface MappingRowProps {
  readonly mapping: ClaimMapping;
  readonly apps: GroupList['apps'];
}

function MappingRow({ mapping: { id, claim, group, module, people, provider, value }, apps }: MappingRowProps) {
  const t = useAccessTexts();
  const { tenant } = useCaller();
  const mayManage = useMay('access.manage');
  const [isRemoving, setRemoving] = useState(false);
  const app = apps.find((one) => one.module === module)?.name ?? module;
  const name = app === null ? t('mapping_group', { value, name: group ?? '' }) : t('mapping', { value, target: app });
  const target = module === null ? ['--portal-group', group ?? ''] : ['--app', module];
  return (
    <li className="portico-console-card">
      <div>
        <bdi>{name}</bdi>
        <p className="portico-console-muted">
          {[provider === null ? claim : t('mapping_of', { claim, provider }), t('users', { count: people })].join(
            ' · ',
          )}
        </p>
      </div>
      {mayManage && (
        <Button variant="quiet" aria-label={t('remove_name', { name })} onClick={() => setRemoving(true)}>
          {t('remove')}
        </Button>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('remove_mapping', { name })}
          text={t('remove_mapping_text')}
          confirm={t('remove')}
          isDangerous
          action={(client) => client.send(operatorPath`tenants/${tenant}/mappings/${id}`, { method: 'DELETE' })}
          command={[
            ...['tenant', 'map', tenant, '--claim', claim, '--group', value, ...target],
            ...(provider === null ? [] : ['--provider', provider]),
            '--remove',
          ]}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
