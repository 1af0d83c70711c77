import type { SignInProvider, SignInProviderChange } from '@portico/contract/administration';
import { TextField } from '@portico/ui';
import { useState } from 'react';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { operatorPath } from '../request/operator-client';
import { listClientWords } from './client-words';
import { useSignInTexts } from './sign-in-texts';

interface ProviderDialogProps {
  /** Absent for a new one. */
  readonly provider?: SignInProvider;
  readonly onClose: () => void;
}

const noProvider = {
  issuer: '',
  client_id: '',
  name: '',
  domains: [],
  audiences: [],
  creates_users: false,
  ends_sessions: false,
};

/** Adds a provider, or changes one. Only what the operator changes is sent, so changes of others stay. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const t = useSignInTexts();
  const { tenant } = useCaller();
  const before = provider ?? noProvider;
  const [typed, setTyped] = useState({
    ...before,
    domains: before.domains.join(', '),
    audiences: before.audiences.join(', '),
    secret: '',
  });
  const change = parseChange(typed, before);

  const field = (name: 'name' | 'issuer' | 'client_id' | 'domains' | 'audiences' | 'secret') => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setTyped((last) => ({ ...last, [name]: currentTarget.value })),
  });
  const check = (name: 'creates_users' | 'ends_sessions') => (
    <label className="portico-console-check">
      <input
        type="checkbox"
        checked={typed[name]}
        onChange={({ currentTarget: { checked } }) => setTyped((last) => ({ ...last, [name]: checked }))}
      />
      <span>{t(name)}</span>
    </label>
  );
  return (
    <ConfirmDialog
      title={provider ? `${t('change')}: ${provider.name}` : t('add')}
      confirm={t('save')}
      command={listWords(tenant, change)}
      action={(client) =>
        client.send(operatorPath`tenants/${tenant}/sign-in-providers`, { method: 'PUT', body: change })
      }
      done={t('saved')}
      onClose={onClose}
    >
      {/* Issuer and client name the provider, so they do not change. */}
      <TextField
        {...field('issuer')}
        label={t('issuer')}
        hint={t('issuer_hint')}
        type="url"
        required
        readOnly={provider !== undefined}
      />
      <TextField {...field('client_id')} label={t('client_id')} required readOnly={provider !== undefined} />
      <TextField
        {...field('secret')}
        label={t('client_secret')}
        hint={t(provider ? 'secret_kept' : 'secret_hint')}
        type="password"
        autoComplete="new-password"
        required={provider === undefined}
      />
      <TextField {...field('name')} label={t('name')} hint={t('name_hint')} maxLength={80} />
      <TextField {...field('domains')} label={t('domains')} hint={t('domains_hint')} spellCheck={false} />
      <TextField {...field('audiences')} label={t('audiences')} hint={t('audiences_hint')} spellCheck={false} />
      {check('creates_users')}
      {check('ends_sessions')}
    </ConfirmDialog>
  );
}

type Before = typeof noProvider | SignInProvider;
type Typed = Omit<typeof noProvider, 'domains' | 'audiences'> &
  Readonly<Record<'domains' | 'audiences' | 'secret', string>>;

function parseChange(typed: Typed, before: Before): SignInProviderChange {
  const name = typed.name.trim();
  const domains = parseList(typed.domains);
  const audiences = parseList(typed.audiences);
  return {
    issuer: typed.issuer.trim(),
    client_id: typed.client_id.trim(),
    ...(typed.secret !== '' && { client_secret: typed.secret }),
    ...(name !== '' && name !== before.name && { name }),
    ...(domains.join() !== before.domains.join() && { domains }),
    ...(audiences.join() !== before.audiences.join() && { audiences }),
    ...(typed.creates_users !== before.creates_users && { creates_users: typed.creates_users }),
    ...(typed.ends_sessions !== before.ends_sessions && { ends_sessions: typed.ends_sessions }),
  };
}

const parseList = (text: string) => text.split(/[\s,]+/).filter((entry) => entry !== '');

function listWords(tenant: string, change: SignInProviderChange): string[] {
  const { audiences, client_secret, creates_users, domains, ends_sessions, name } = change;
  const flag = (word: string, value: boolean | undefined) =>
    value === undefined ? [] : [value ? `--${word}` : `--no-${word}`];
  const list = (word: string, values: readonly string[] | undefined) =>
    values === undefined ? [] : values.length === 0 ? [`--no-${word}`] : [`--${word}`, ...values];
  return [
    ...listClientWords(tenant, change),
    ...(client_secret === undefined ? [] : ['--client-secret-stdin']),
    ...(name === undefined ? [] : ['--name', name]),
    ...list('domain', domains),
    ...list('audience', audiences),
    ...flag('create-users', creates_users),
    ...flag('end-sessions', ends_sessions),
  ];
}
