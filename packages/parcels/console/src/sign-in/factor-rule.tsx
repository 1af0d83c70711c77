import { tenantFactorStateSchema } from '@portico/contract';
import { usePortal } from '@portico/module-kit';
import { Button } from '@portico/ui';
import { useState } from 'react';
import { useCaller, useMay } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { LoadFailure } from '../page/load-failure';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { operatorPath } from '../request/operator-client';
import { useRead } from '../request/use-read';
import { useSignInTexts } from './sign-in-texts';

/** Whether sign-ins by password need a second factor, and how many members have none. Administrators change it. */
export function FactorRule({ arePasswordsOff }: { readonly arePasswordsOff: boolean }) {
  const t = useSignInTexts();
  const portal = usePortal();
  const { tenant } = useCaller();
  const [mayRead, mayManage] = [useMay('people.read'), useMay('people.manage')];
  const [isAsking, setAsking] = useState(false);
  const path = operatorPath`tenants/${tenant}/second-factor`;
  const { data, error, isFetching, refetch } = useRead(path, tenantFactorStateSchema, undefined, mayRead);
  if (!mayRead) return null;
  const required = data?.required ?? false;
  const change = t(required ? 'factor.make_optional' : 'factor.require');
  return (
    <Section
      title={t('factor.title')}
      action={
        data &&
        mayManage && (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {change}
          </Button>
        )
      }
    >
      {data ? (
        <>
          <p>{t(required ? 'factor.required' : 'factor.optional')}</p>
          {arePasswordsOff ? (
            <p className="portico-console-muted">{t('factor.passwords_off')}</p>
          ) : (
            data.members_without !== undefined && <p>{t('factor.members_without', { count: data.members_without })}</p>
          )}
        </>
      ) : error ? (
        <LoadFailure error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Loading rows={1} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={`${t('factor.title')}: ${change}`}
          text={t(required ? 'factor.make_optional_text' : 'factor.require_text')}
          confirm={change}
          command={['tenant', 'update', tenant, '--second-factor', required ? 'optional' : 'required']}
          action={async (client) => {
            await client.send(path, { method: 'PUT', body: { required: !required } });
            portal.toast({ type: 'success', text: t(required ? 'factor.now_optional' : 'factor.now_required') });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
