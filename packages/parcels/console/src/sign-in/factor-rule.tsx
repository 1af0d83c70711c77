import { tenantFactorStateSchema } from '@portico/contract';
import { Button } from '@portico/ui';
import { useState } from 'react';
import { useCaller, useMay } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { Fetched } from '../page/fetched';
import { Section } from '../page/section';
import { operatorPath } from '../request/operator-client';
import { useRead } from '../request/use-read';
import { useSignInTexts } from './sign-in-texts';

/** Whether sign-ins by password need a second factor, and how many members have none. Administrators change it. */
export function FactorRule({ arePasswordsOff }: { readonly arePasswordsOff: boolean }) {
  const t = useSignInTexts();
  const { tenant } = useCaller();
  const [mayRead, mayManage] = [useMay('people.read'), useMay('people.manage')];
  const [isAsking, setAsking] = useState(false);
  const path = operatorPath`tenants/${tenant}/second-factor`;
  const rule = useRead(path, tenantFactorStateSchema, undefined, mayRead);
  if (!mayRead) return null;
  const required = rule.data?.required ?? false;
  const change = t(required ? 'factor.make_optional' : 'factor.require');
  return (
    <Section
      title={t('factor.title')}
      action={
        rule.data &&
        mayManage && (
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {change}
          </Button>
        )
      }
    >
      <Fetched source={rule} rows={1}>
        {(data) => (
          <>
            <p>{t(required ? 'factor.required' : 'factor.optional')}</p>
            {arePasswordsOff ? (
              <p className="portico-console-muted">{t('factor.passwords_off')}</p>
            ) : (
              data.members_without !== undefined && (
                <p>{t('factor.members_without', { count: data.members_without })}</p>
              )
            )}
          </>
        )}
      </Fetched>
      {isAsking && (
        <ConfirmDialog
          title={`${t('factor.title')}: ${change}`}
          text={t(required ? 'factor.make_optional_text' : 'factor.require_text')}
          confirm={change}
          command={['tenant', 'update', tenant, '--second-factor', required ? 'optional' : 'required']}
          action={(client) => client.send(path, { method: 'PUT', body: { required: !required } })}
          done={t(required ? 'factor.now_optional' : 'factor.now_required')}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
