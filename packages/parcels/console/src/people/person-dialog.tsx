import { operatorUserSchema, type Person } from '@portico/contract/administration';
import { Notice, TextField } from '@portico/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { download } from '../request/download';
import type { OperatorClient } from '../request/operator-client';
import { usePeopleTexts } from './people-texts';
import { type Action, listSteps, type Step } from './person-steps';

interface PersonDialogProps {
  readonly person: Person;
  readonly action: Action;
  readonly onClose: () => void;
}

const fields: Partial<Record<Action['kind'], 'name' | 'email'>> = { rename: 'name', address: 'email' };

/** Asks before an action on a person, and runs it. */
export function PersonDialog({ person, action: { kind, session = '' }, onClose }: PersonDialogProps) {
  const t = usePeopleTexts();
  const navigate = useNavigate();
  const { tenant } = useCaller();
  const { edition, email, name } = person;
  const field = fields[kind];
  const [text, setText] = useState(kind === 'rename' ? name : '');
  const step: Step = listSteps({ tenant, email, session, text: text.trim() })[kind];
  const [command, ...words] = step.command;
  const [seen] = useState(person);
  const changes = step.body ? listChanges(t, seen, person) : [];

  const run = async (client: OperatorClient) => {
    const { path, method, body } = step;
    const change = body && { ...body, ...(edition !== undefined && { edition }) };
    const answer = await client.send(path, { method, ...(change && { body: change }) });
    if (kind === 'export') download(await answer.blob(), `${email}.json`);
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
      isDangerous={step.isDangerous}
      action={run}
      done={t(`action.${kind}_done`, { name })}
      // An export has the data of all tenants.
      command={['user', command, email, ...words, ...(kind === 'export' ? [] : ['--tenant', tenant])]}
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

/** Lists what others have changed since the dialog opened. The next try goes by the new state. */
function listChanges(t: ReturnType<typeof usePeopleTexts>, seen: Person, now: Person): string[] {
  return [
    ...(seen.name === now.name ? [] : [t('action.changed_name', { former: seen.name, name: now.name })]),
    ...(seen.disabled === now.disabled ? [] : [t(now.disabled ? 'action.changed_disabled' : 'action.changed_enabled')]),
  ];
}
