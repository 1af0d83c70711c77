import { personSchema } from '@portico/contract';
import { buttonClass } from '@portico/ui';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { LoadFailure } from '../page/load-failure';
import { Loading } from '../page/loading';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { OperatorFailure } from '../request/operator-failure';
import { useRead } from '../request/use-read';
import { InvitedPerson } from './invited-person';
import { usePeopleTexts } from './people-texts';
import { PersonActions } from './person-actions';
import { type Action, PersonDialog } from './person-dialog';
import { Apps, Sessions, SignIns } from './person-parts';
import { PersonState } from './person-state';

/** A member of the tenant: why they can or cannot sign in, and what the caller may do about it. */
export function PersonPage() {
  const t = usePeopleTexts();
  const { email = '' } = useParams();
  const { tenant } = useCaller();
  const { data, error, isFetching, refetch } = useRead(operatorPath`tenants/${tenant}/users/${email}`, personSchema);
  const [action, setAction] = useState<Action>();
  const isUnknown = error instanceof OperatorFailure && error.code === 'user-unknown';
  const back = (
    <Link className={buttonClass('quiet')} to="/people">
      {t('back')}
    </Link>
  );
  if (isUnknown) return <InvitedPerson email={email} back={back} />;
  return (
    <ViewPage title={data?.name ?? t('person')} lead={data?.email ?? email} actions={back}>
      {error && <LoadFailure error={error} isRetrying={isFetching} onRetry={refetch} />}
      {data ? (
        <>
          <PersonState person={data} />
          <PersonActions person={data} onChoose={setAction} />
          <Apps person={data} />
          <Sessions person={data} onChoose={setAction} />
          <SignIns person={data} />
          {action && <PersonDialog person={data} action={action} onClose={() => setAction(undefined)} />}
        </>
      ) : (
        !error && <Loading rows={8} />
      )}
    </ViewPage>
  );
}
