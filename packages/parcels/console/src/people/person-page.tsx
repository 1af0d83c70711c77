import { personSchema } from '@portico/contract/administration';
import { buttonClass } from '@portico/ui';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { Fetched } from '../page/fetched';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { OperatorFailure } from '../request/operator-failure';
import { useRead } from '../request/use-read';
import { InvitedPerson } from './invited-person';
import { usePeopleTexts } from './people-texts';
import { PersonActions } from './person-actions';
import { PersonDialog } from './person-dialog';
import { Apps, Sessions, SignIns } from './person-parts';
import { PersonState } from './person-state';
import type { Action } from './person-steps';

/** A member of the tenant: why they can or cannot sign in, and what the caller may do about it. */
export function PersonPage() {
  const t = usePeopleTexts();
  const { email = '' } = useParams();
  const { tenant } = useCaller();
  const source = useRead(operatorPath`tenants/${tenant}/users/${email}`, personSchema);
  const { data, error } = source;
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
      <Fetched source={source} rows={8}>
        {(person) => (
          <>
            <PersonState person={person} />
            <PersonActions person={person} onChoose={setAction} />
            <Apps person={person} />
            <Sessions person={person} onChoose={setAction} />
            <SignIns person={person} />
            {action && <PersonDialog person={person} action={action} onClose={() => setAction(undefined)} />}
          </>
        )}
      </Fetched>
    </ViewPage>
  );
}
