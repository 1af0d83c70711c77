import { type Invitation, invitationPageSchema } from '@portico/contract/administration';
import { Button } from '@portico/ui';
import { type ReactNode, useState } from 'react';
import { useCaller, useMay } from '../caller/caller';
import { InvitationDialog, type InvitationStep, isOpen } from '../invitations/invitation-dialog';
import { useInvitationTexts } from '../invitations/invitation-texts';
import { Card } from '../page/card';
import { Fact } from '../page/fact';
import { Instant } from '../page/instant';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useReadList } from '../request/use-read';
import { usePeopleTexts } from './people-texts';

interface InvitedPersonProps {
  readonly email: string;
  readonly back: ReactNode;
}

/** The page of an e-mail that is not a member of the tenant: its open invitation, if there is one. */
export function InvitedPerson({ email, back }: InvitedPersonProps) {
  const t = usePeopleTexts();
  const { tenant } = useCaller();
  const path = operatorPath`tenants/${tenant}/invitations`;
  const { data } = useReadList(path, invitationPageSchema, { search: email, state: 'open' });
  const invitation = data?.find((one) => one.email === email.toLowerCase() && isOpen(one));
  if (invitation) return <InvitationPage invitation={invitation} back={back} />;
  return (
    <ViewPage title={t('unknown')} actions={back}>
      <p>{t('unknown_text', { email, tenant })}</p>
    </ViewPage>
  );
}

function InvitationPage({ invitation, back }: { readonly invitation: Invitation; readonly back: ReactNode }) {
  const t = useInvitationTexts();
  const { tenant } = useCaller();
  const [step, setStep] = useState<InvitationStep>();
  const [mayHelp, mayManage] = [useMay('people.help'), useMay('people.manage')];
  const { created_at, email, expires_at, modules, name, state } = invitation;
  return (
    <ViewPage title={name || email} lead={t('invited_text', { email, tenant })} actions={back}>
      <Card title={t('invited')}>
        <dl className="portico-console-facts">
          <Fact label={t('state')}>{t(state)}</Fact>
          <Fact label={t('invited_at')}>
            <Instant at={created_at} />
          </Fact>
          <Fact label={t('until')}>
            <Instant at={expires_at} />
          </Fact>
          {modules.length > 0 && <Fact label={t('apps')}>{modules.join(', ')}</Fact>}
        </dl>
      </Card>
      <div className="portico-console-actions">
        {mayHelp && <Button onClick={() => setStep({ kind: 'resend', invitation })}>{t('resend')}</Button>}
        {mayManage && (
          <Button variant="quiet" onClick={() => setStep({ kind: 'withdraw', invitation })}>
            {t('withdraw')}
          </Button>
        )}
      </div>
      {step && <InvitationDialog step={step} onClose={() => setStep(undefined)} />}
    </ViewPage>
  );
}
