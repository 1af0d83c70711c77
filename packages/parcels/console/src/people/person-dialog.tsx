import type { Person } from '@portico/contract';
import { usePortal } from '@portico/module-kit';
import { TextField } from '@portico/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { type OperatorClient, operatorPath } from '../request/operator-client';
import { useTexts } from '../texts/define-texts';
import { personActionTexts } from './person-action-texts';

type ActionKind =
  | 'reset'
  | 'unlock'
  | 'end_sessions'
  | 'rename'
  | 'address'
  | 'stop_address'
  | 'disable'
  | 'enable'
  | 'remove'
  | 'delete';

export type Action = { readonly kind: ActionKind } | { readonly kind: 'end_session'; readonly session: string };

interface PersonDialogProps {
  readonly person: Person;
  readonly action: Action;
  readonly onClose: () => void;
}

const fields: Partial<Record<Action['kind'], 'name' | 'email'>> = { rename: 'name', address: 'email' };
const dangerous: readonly Action['kind'][] = ['end_session', 'end_sessions', 'disable', 'remove', 'delete'];

/** Asks before an action on a person, and runs it. */
export function PersonDialog({ person, action, onClose }: PersonDialogProps) {
  const t = useTexts(personActionTexts);
  const portal = usePortal();
  const navigate = useNavigate();
  const { tenant } = useCaller();
  const { kind } = action;
  const { email, name } = person;
  const field = fields[kind];
  const [text, setText] = useState(kind === 'rename' ? name : '');
  const path = operatorPath`tenants/${tenant}/users/${email}`;

  const run = async (client: OperatorClient) => {
    await send(client, path, action, text.trim());
    portal.toast({ type: 'success', text: t(`${kind}_done`, { name }) });
    // The person is not at this address any more.
    const isGone = kind === 'remove' || kind === 'delete' || (kind === 'address' && person.state === 'no-password');
    if (isGone) navigate('/people');
  };
  return (
    <ConfirmDialog
      title={t(`${kind}_title`, { name })}
      text={t(`${kind}_text`, { name, tenant })}
      confirm={t(kind)}
      isDangerous={dangerous.includes(kind)}
      action={run}
      command={createCommand(action, email, tenant, text.trim())}
      onClose={onClose}
    >
      {field && (
        <TextField
          label={t(field)}
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

function send(client: OperatorClient, path: string, action: Action, text: string): Promise<Response> {
  switch (action.kind) {
    case 'reset':
    case 'unlock':
      return client.send(`${path}/${action.kind}`, { method: 'POST' });
    case 'end_session':
      return client.send(`${path}/sessions/${encodeURIComponent(action.session)}`, { method: 'DELETE' });
    case 'end_sessions':
      return client.send(`${path}/sessions`, { method: 'DELETE' });
    case 'rename':
      return client.send(path, { method: 'PATCH', body: { name: text } });
    case 'address':
      return client.send(`${path}/address`, { method: 'PUT', body: { email: text } });
    case 'stop_address':
      return client.send(`${path}/address`, { method: 'DELETE' });
    case 'disable':
    case 'enable':
      return client.send(path, { method: 'PATCH', body: { disabled: action.kind === 'disable' } });
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
      return ['user', 'delete', email, '--yes'];
    case 'remove':
      return ['user', 'remove', email, '--yes', ...scope];
    default:
      return ['user', action.kind, email, ...scope];
  }
}
