import {
  createdGroupSchema,
  type Group,
  type GroupChange,
  type GroupList,
  memberPageSchema,
} from '@portico/contract/administration';
import { Button, FailureNotice, Modal, ModalActions, TextField } from '@portico/ui';
import { type FormEvent, useState } from 'react';
import { useCaller, useMay } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { Fetched } from '../page/fetched';
import { MoreButton } from '../page/more-button';
import { useExplain } from '../request/explain-failure';
import { operatorPath } from '../request/operator-client';
import { useChange } from '../request/use-change';
import { useReadList } from '../request/use-read';
import { AppName } from './access-grid';
import { useAccessTexts } from './access-texts';

/** The groups of the tenant, each with its applications and members. */
export function Groups({ groups, apps }: GroupList) {
  const t = useAccessTexts();
  const { tenant } = useCaller();
  const mayManage = useMay('access.manage');
  const add = useChange((client, name: string) =>
    client.sendFor(operatorPath`tenants/${tenant}/groups`, createdGroupSchema, { method: 'POST', body: { name } }),
  );
  return (
    <div className="portico-console-access">
      {mayManage && <LineForm label={t('new_group')} change={add} />}
      {groups.length === 0 && <p className="portico-console-empty">{t('no_groups')}</p>}
      <ul className="portico-console-groups">
        {groups.map((group) => (
          <GroupCard key={group.id} group={group} apps={apps} />
        ))}
      </ul>
    </div>
  );
}

interface LineFormProps {
  readonly label: string;
  readonly type?: 'email';
  readonly change: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (text: string, options: { readonly onSuccess: () => void }) => void;
  };
}

/** A form of one line. */
function LineForm({ label, type, change: { error, isPending, mutate } }: LineFormProps) {
  const t = useAccessTexts();
  const explain = useExplain();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !isPending) mutate(text.trim(), { onSuccess: () => setText('') });
  };
  return (
    <>
      {Boolean(error) && <FailureNotice text={explain(error)} />}
      <form className="portico-console-inline-form" noValidate onSubmit={submit}>
        <TextField
          label={label}
          type={type ?? 'text'}
          autoComplete="off"
          maxLength={254}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="quiet" isBusy={isPending}>
          {t('add')}
        </Button>
      </form>
    </>
  );
}

/** Returns the mutation that changes a group. */
function useGroupChange({ id }: Group) {
  const { tenant } = useCaller();
  return useChange((client, body: GroupChange) =>
    client.send(operatorPath`tenants/${tenant}/groups/${id}`, { method: 'PATCH', body }),
  );
}

function GroupCard({ group, apps }: { readonly group: Group; readonly apps: GroupList['apps'] }) {
  const t = useAccessTexts();
  const explain = useExplain();
  const { tenant } = useCaller();
  const mayManage = useMay('access.manage');
  const change = useGroupChange(group);
  const [dialog, setDialog] = useState<'members' | 'remove'>();
  const { id, name, members, modules } = group;
  const toggle = (module: string) => {
    if (change.isPending) return;
    change.mutate(modules.includes(module) ? { remove_modules: [module] } : { add_modules: [module] });
  };
  return (
    <li className="portico-console-card">
      <div>
        <h2 className="portico-ui-heading portico-ui-heading-3">
          <bdi>{name}</bdi>
        </h2>
        <p className="portico-console-muted">{t('members', { count: members })}</p>
        {group.is_directory && <p className="portico-console-muted">{t('of_directory')}</p>}
        {change.error && <FailureNotice text={explain(change.error)} />}
        <fieldset className="portico-console-choice">
          <legend className="portico-ui-hidden">{t('apps')}</legend>
          {apps.map((app) => (
            <label key={app.module}>
              <input
                type="checkbox"
                checked={modules.includes(app.module)}
                disabled={!mayManage}
                aria-disabled={change.isPending || undefined}
                onChange={() => toggle(app.module)}
              />
              <AppName app={app} />
            </label>
          ))}
        </fieldset>
      </div>
      <div className="portico-console-actions">
        <Button variant="quiet" onClick={() => setDialog('members')}>
          {t('show_members')}
        </Button>
        {mayManage && (
          <Button variant="quiet" aria-label={t('remove_name', { name })} onClick={() => setDialog('remove')}>
            {t('remove')}
          </Button>
        )}
      </div>
      {dialog === 'members' && <MembersDialog group={group} onClose={() => setDialog(undefined)} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('remove_group', { name })}
          text={t('remove_group_text')}
          confirm={t('remove')}
          isDangerous
          action={(client) => client.send(operatorPath`tenants/${tenant}/groups/${id}`, { method: 'DELETE' })}
          command={['group', 'remove', name, '--tenant', tenant]}
          onClose={() => setDialog(undefined)}
        />
      )}
    </li>
  );
}

function MembersDialog({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const t = useAccessTexts();
  const explain = useExplain();
  const { tenant } = useCaller();
  const mayManage = useMay('access.manage') && !group.is_directory;
  const change = useGroupChange(group);
  const add = useChange((client, email: string) =>
    client.send(operatorPath`tenants/${tenant}/groups/${group.id}`, {
      method: 'PATCH',
      body: { add_members: [email] },
    }),
  );
  const path = operatorPath`tenants/${tenant}/groups/${group.id}/members`;
  const members = useReadList(path, memberPageSchema);
  return (
    <Modal title={group.name} titleSize={3} onDismiss={onClose}>
      <div className="portico-console-access">
        {mayManage && <LineForm label={t('add_member')} type="email" change={add} />}
        {change.error && <FailureNotice text={explain(change.error)} />}
        <Fetched source={members}>
          {(data) =>
            data.length === 0 ? (
              <p>{t('no_members')}</p>
            ) : (
              <ul className="portico-console-groups">
                {data.map(({ email, name }) => (
                  <li key={email}>
                    <span>
                      <bdi>{name}</bdi> <span className="portico-console-muted">{email}</span>
                    </span>
                    {mayManage && (
                      <Button
                        variant="plain"
                        aria-label={t('remove_name', { name })}
                        isOnHold={change.isPending}
                        onClick={() => change.mutate({ remove_members: [email] })}
                      >
                        {t('remove')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Fetched>
        <MoreButton source={members} />
      </div>
      <ModalActions>
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
