import { operatorUserSchema, type Person } from '@portico/contract';
import { usePortal } from '@portico/module-kit';
import { Notice, TextField } from '@portico/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { download } from '../request/download';
import { type OperatorClient, operatorPath } from '../request/operator-client';
import { usePeopleTexts } from './people-texts';

type ActionKind =
  | 'reset'
  | 'resend'
  | 'unlock'
  | 'remove_factor'
  | 'end_sessions'
  | 'rename'
  | 'address'
  | 'stop_address'
  | 'disable'
  | 'enable'
  | 'export'
  | 'remove'
  | 'delete';

export type Action = { readonly kind: ActionKind } | { readonly kind: 'end_session'; readonly session: string };

interface PersonDialogProps {
  readonly person: Person;
  readonly action: Action;
  readonly onClose: () => void;
}

const fields: Partial<Record<Action['kind'], 'name' | 'email'>> = { rename: 'name', address: 'email' };
const dangerous: readonly Action['kind'][] = [
  'remove_factor',
  'end_session',
  'end_sessions',
  'disable',
  'remove',
  'delete',
];

/** Asks before an action on a person, and runs it. */
export function PersonDialog({ person, action, onClose }: PersonDialogProps) {
  const t = usePeopleTexts();
  const portal = usePortal();
  const navigate = useNavigate();
  const { tenant } = useCaller();
  const { kind } = action;
  const { email, name } = person;
  const field = fields[kind];
  const [text, setText] = useState(kind === 'rename' ? name : '');
  const path = operatorPath`tenants/${tenant}/users/${email}`;
  const [seen] = useState(person);
  const changes = hasEdition(kind) ? listChanges(t, seen, person) : [];

  const run = async (client: OperatorClient) => {
    const answer = await send(client, path, action, { person, text: text.trim() });
    if (kind === 'export') download(await answer.blob(), `${email}.json`);
    portal.toast({ type: 'success', text: t(`action.${kind}_done`, { name }) });
    // The person is not at this address any more.
    const isGone =
      kind === 'remove' || kind === 'delete' || (kind === 'address' && (await readEmail(answer)) !== email);
    if (isGone) navigate('/people');
  };
  return (
    <ConfirmDialog
      title={t(`action.${kind}_title`, { name })}
      text={t(`action.${kind}_text`, { name, tenant })}
      confirm={t(`action.${kind}`)}
      isDangerous={dangerous.includes(kind)}
      action={run}
      command={createCommand(action, email, tenant, text.trim())}
      onClose={onClose}
    >
      {changes.length > 0 && <Notice kind="info">{[t('action.changed'), ...changes].join(' ')}</Notice>}
      {field && (
        <TextField
          label={t(`action.${field}`)}
          type={field === 'email' ? 'email' : 'text'}
          autoComplete="off"
          required
          maxLength={field === 'email' ? 254 : 120}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}

async function readEmail(answer: Response): Promise<string> {
  return v.parse(operatorUserSchema, await answer.json()).email;
}

/** Whether an action changes what others may have changed since it was read. */
function hasEdition(kind: Action['kind']): boolean {
  return kind === 'rename' || kind === 'address' || kind === 'disable' || kind === 'enable';
}

/** Lists what others have changed since the dialog opened. The next try goes by the new state. */
function listChanges(t: ReturnType<typeof usePeopleTexts>, seen: Person, now: Person): string[] {
  return [
    ...(seen.name === now.name ? [] : [t('action.changed_name', { former: seen.name, name: now.name })]),
    ...(seen.disabled === now.disabled ? [] : [t(now.disabled ? 'action.changed_disabled' : 'action.changed_enabled')]),
  ];
}

function send(
  client: OperatorClient,
  path: string,
  action: Action,
  { person: { edition, email }, text }: { readonly person: Person; readonly text: string },
): Promise<Response> {
  const seen = edition === undefined ? {} : { edition };
  switch (action.kind) {
    case 'export':
      return client.send(operatorPath`users/${email}/export`);
    case 'resend':
      return client.send(`${path}/reset`, { method: 'POST' });
    case 'reset':
    case 'unlock':
      return client.send(`${path}/${action.kind}`, { method: 'POST' });
    case 'remove_factor':
      return client.send(`${path}/second-factor`, { method: 'DELETE' });
    case 'end_session':
      return client.send(`${path}/sessions/${encodeURIComponent(action.session)}`, { method: 'DELETE' });
    case 'end_sessions':
      return client.send(`${path}/sessions`, { method: 'DELETE' });
    case 'rename':
      return client.send(path, { method: 'PATCH', body: { ...seen, name: text } });
    case 'address':
      return client.send(`${path}/address`, { method: 'PUT', body: { ...seen, email: text } });
    case 'stop_address':
      return client.send(`${path}/address`, { method: 'DELETE' });
    case 'disable':
    case 'enable':
      return client.send(path, { method: 'PATCH', body: { ...seen, disabled: action.kind === 'disable' } });
    case 'remove':
      return client.send(path, { method: 'DELETE' });
    case 'delete':
      return client.send(`${path}/account`, { method: 'DELETE' });
  }
}

function createCommand(action: Action, email: string, tenant: string, text: string): string[] {
  const scope = ['--tenant', tenant];
  switch (action.kind) {
    case 'end_session':
      return ['user', 'end-sessions', email, '--session', action.session, ...scope];
    case 'end_sessions':
      return ['user', 'end-sessions', email, ...scope];
    case 'rename':
    case 'address':
      return ['user', action.kind, email, text, ...scope];
    case 'stop_address':
      return ['user', 'address', email, '--stop', ...scope];
    case 'delete':
    case 'remove':
      return ['user', action.kind, email, '--yes', ...scope];
    case 'remove_factor':
      return ['user', 'remove-factor', email, '--yes', ...scope];
    case 'export':
      return ['user', 'export', email, `${email}.json`];
    case 'resend':
      return ['user', 'reset', email, ...scope];
    default:
      return ['user', action.kind, email, ...scope];
  }
}
