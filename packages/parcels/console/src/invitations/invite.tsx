import {
  type InvitationPlan,
  invitationPlanSchema,
  invitedSchema,
  invitedTextMax,
  type PlannedRow,
} from '@portico/contract/administration';
import { useLocale, usePortal } from '@portico/module-kit';
import { Button, buttonClass, FailureNotice } from '@portico/ui';
import { type FormEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { TextArea } from '../page/text-area';
import { ViewPage } from '../page/view-page';
import { useExplain } from '../request/explain-failure';
import { operatorPath } from '../request/operator-client';
import { OperatorFailure } from '../request/operator-failure';
import { useChange } from '../request/use-change';
import { FilterSelect } from '../select-field/select-field';
import { drawEmail, drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { createColumns } from '../table/features';
import { useInvitationTexts } from './invitation-texts';

/** Invites a list: first the text, then what will happen to each row. */
export function Invite() {
  const t = useInvitationTexts();
  const explain = useExplain();
  const { tenant } = useCaller();
  const [text, setText] = useState('');
  const [isTooLong, setTooLong] = useState(false);
  const [plan, setPlan] = useState<InvitationPlan>();
  const makePlan = useChange((client) =>
    client.sendFor(operatorPath`tenants/${tenant}/invitations/plan`, invitationPlanSchema, {
      method: 'POST',
      body: { text },
    }),
  );
  const showPlan = () => makePlan.mutate(undefined, { onSuccess: setPlan });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!makePlan.isPending) showPlan();
  };
  return (
    <ViewPage title={t('new')} lead={t('lead', { tenant })}>
      {plan ? (
        <Plan plan={plan} text={text} onBack={() => setPlan(undefined)} onStale={showPlan} />
      ) : (
        <form className="portico-console-form" onSubmit={submit}>
          {makePlan.error && <FailureNotice text={explain(makePlan.error)} />}
          {isTooLong && <FailureNotice text={t('too_long')} />}
          <TextInput
            text={text}
            onText={(next) => {
              setTooLong(next === undefined);
              if (next !== undefined) setText(next);
            }}
          />
          <div className="portico-console-actions">
            <Button type="submit" isBusy={makePlan.isPending}>
              {t('plan')}
            </Button>
          </div>
        </form>
      )}
    </ViewPage>
  );
}

interface TextInputProps {
  readonly text: string;
  /** Called with `undefined` for a text that is too long. It is refused as a whole: a part would leave people out. */
  readonly onText: (text: string | undefined) => void;
}

function TextInput({ text, onText }: TextInputProps) {
  const t = useInvitationTexts();
  return (
    <TextArea
      label={t('text')}
      trailing={
        <label className={`${buttonClass('quiet')} portico-console-file`}>
          {t('file')}
          <input
            className="portico-ui-hidden"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={async ({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (!file) return;
              // A character has four bytes at most.
              const read = file.size > 4 * invitedTextMax ? undefined : await file.text();
              onText(read && limit(read));
              // The same file may be chosen again after it was changed.
              currentTarget.value = '';
            }}
          />
        </label>
      }
      rows={10}
      spellCheck={false}
      value={text}
      onChange={(event) => onText(limit(event.currentTarget.value))}
    />
  );
}

const limit = (text: string) => (text.length > invitedTextMax ? undefined : text);

interface PlanProps {
  readonly plan: InvitationPlan;
  readonly text: string;
  readonly onBack: () => void;
  /** Something has changed since the plan was made. */
  readonly onStale: () => void;
}

const column = createColumns<PlannedRow>();

function Plan({ plan: { rows, digest }, text, onBack, onStale }: PlanProps) {
  const t = useInvitationTexts();
  const explain = useExplain();
  const portal = usePortal();
  const navigate = useNavigate();
  const ownLocale = useLocale();
  const { tenant } = useCaller();
  const [locale, setLocale] = useState(ownLocale);
  const invite = useChange((client) =>
    client.sendFor(operatorPath`tenants/${tenant}/invitations`, invitedSchema, {
      method: 'POST',
      body: { text, digest, locale },
    }),
  );
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('email', {
          header: t('email'),
          meta: { isTitle: true },
          cell: drawEmail,
        }),
        column.accessor('line', { header: t('line'), meta: { isNumber: true } }),
        column.accessor('name', { header: t('name'), cell: drawText }),
        column.accessor((row) => row.modules.join(', '), { id: 'modules', header: t('apps') }),
        column.accessor((row) => row.groups.join(', '), { id: 'groups', header: t('groups') }),
        column.accessor((row) => describe(t, row), {
          id: 'what',
          header: t('what'),
          cell: (cell) => (
            <span className={cell.row.original.outcome === 'refused' ? 'portico-console-refused' : undefined}>
              {cell.getValue()}
            </span>
          ),
        }),
      ]),
    [t],
  );
  const count = (outcome: PlannedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const [invited, granted] = [count('invite'), count('grant')];
  const send = () =>
    invite.mutate(undefined, {
      onSuccess: (done) => {
        portal.toast({ type: 'success', text: t('done', done) });
        void navigate('/invitations');
      },
      onError: (error) => {
        if (error instanceof OperatorFailure && error.code === 'plan-changed') onStale();
      },
    });
  return (
    <>
      <h2 className="portico-ui-heading portico-ui-heading-3">{t('plan_title')}</h2>
      <p role="status">{t('summary', { invite: invited, grant: granted, refused: count('refused') })}</p>
      {invite.error && <FailureNotice text={explain(invite.error)} />}
      <DataTable
        label={t('plan_title')}
        columns={columns}
        source={{ data: rows }}
        getId={({ line, email }) => `${line} ${email} ${rows.length}`}
        empty={<p>{t('empty_plan')}</p>}
      />
      <div className="portico-console-actions">
        <FilterSelect
          label={t('language')}
          options={[
            ['pt', t('mail_pt')],
            ['en', t('mail_en')],
          ]}
          value={locale}
          onChange={setLocale}
        />
        <Button variant="quiet" isOnHold={invite.isPending} onClick={onBack}>
          {t('change')}
        </Button>
        {invited + granted > 0 && (
          <Button isBusy={invite.isPending} onClick={send}>
            {t('send')}
          </Button>
        )}
      </div>
    </>
  );
}

function describe(t: ReturnType<typeof useInvitationTexts>, row: PlannedRow): string {
  if (row.outcome === 'refused') return row.refusal ? t(row.refusal, { detail: row.detail }) : '';
  return t(row.outcome);
}
