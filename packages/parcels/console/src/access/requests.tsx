import { type AccessRequest, accessRequestPageSchema, type TenantApp } from '@portico/contract/administration';
import { Button, TextField } from '@portico/ui';
import { useState } from 'react';
import { useCaller, useMay } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { Card } from '../page/card';
import { LoadFailure } from '../page/load-failure';
import { MoreButton } from '../page/more-button';
import { operatorPath } from '../request/operator-client';
import { useReadList } from '../request/use-read';
import { useAccessTexts } from './access-texts';

type Apps = readonly TenantApp[];

/** The requests of users, each answered in two clicks. */
export function Requests({ apps }: { readonly apps: Apps }) {
  const t = useAccessTexts();
  const { tenant } = useCaller();
  const requests = useReadList(operatorPath`tenants/${tenant}/access-requests`, accessRequestPageSchema);
  const { data, error } = requests;
  if (error && !data) return <LoadFailure source={requests} />;
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('requests')}>
      <ul className="portico-console-requests">
        {data.map((request) => (
          <RequestRow key={request.id} request={request} apps={apps} />
        ))}
      </ul>
      <MoreButton source={requests} />
    </Card>
  );
}

function RequestRow({ request, apps }: { readonly request: AccessRequest; readonly apps: Apps }) {
  const t = useAccessTexts();
  const mayManage = useMay('access.manage');
  const [answer, setAnswer] = useState<'grant' | 'decline'>();
  const name = apps.find(({ module }) => module === request.module)?.name ?? request.module;
  const wish = name === null ? t('asks_access') : t('asks', { app: name });
  return (
    <li>
      <div>
        <bdi>{request.name}</bdi> <span className="portico-console-muted">{request.email}</span> {wish}
        {request.reason && <bdi className="portico-console-muted portico-console-reason">{request.reason}</bdi>}
      </div>
      {mayManage && (
        <div className="portico-console-actions">
          <Button variant="quiet" onClick={() => setAnswer('decline')}>
            {t('decline')}
          </Button>
          <Button onClick={() => setAnswer('grant')}>{t('grant')}</Button>
        </div>
      )}
      {answer && (
        <AnswerDialog
          request={request}
          apps={apps}
          title={`${request.name} ${wish}`}
          isGrant={answer === 'grant'}
          onClose={() => setAnswer(undefined)}
        />
      )}
    </li>
  );
}

interface AnswerDialogProps {
  readonly request: AccessRequest;
  readonly apps: Apps;
  readonly title: string;
  readonly isGrant: boolean;
  readonly onClose: () => void;
}

function AnswerDialog({ request: { id, module, reason }, apps, title, isGrant, onClose }: AnswerDialogProps) {
  const t = useAccessTexts();
  const { tenant } = useCaller();
  const [word, setWord] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(module === null ? [] : [module]);
  return (
    <ConfirmDialog
      title={title}
      {...(reason && { text: reason })}
      confirm={isGrant ? t('grant') : t('decline')}
      action={(client) =>
        client.send(operatorPath`tenants/${tenant}/access-requests/${id}/answer`, {
          method: 'POST',
          body: { modules: isGrant ? chosen : [], word },
        })
      }
      command={[
        'request',
        'answer',
        id,
        '--tenant',
        tenant,
        ...(isGrant ? ['--grant', chosen.join(',')] : ['--decline']),
      ]}
      onClose={onClose}
    >
      {isGrant && module === null && (
        <fieldset className="portico-console-choice">
          <legend>{t('apps')}</legend>
          {apps.map((app) => (
            <label key={app.module}>
              <input
                type="checkbox"
                checked={chosen.includes(app.module)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, app.module] : chosen.filter((key) => key !== app.module))
                }
              />
              <bdi>{app.name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      <TextField
        label={t('word')}
        maxLength={300}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
