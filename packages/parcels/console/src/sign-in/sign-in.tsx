import { type SignInProvider, signInProvidersSchema } from '@portico/contract/administration';
import { Button } from '@portico/ui';
import { useState } from 'react';
import type * as v from 'valibot';
import { useCaller } from '../caller/caller';
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog';
import { Fact } from '../page/fact';
import { Fetched } from '../page/fetched';
import { Section } from '../page/section';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useRead } from '../request/use-read';
import { listClientWords } from './client-words';
import { FactorRule } from './factor-rule';
import { ProviderDialog } from './provider-dialog';
import { useSignInTexts } from './sign-in-texts';

/** The OpenID providers of the tenant, which operators change, and whether its users sign in by them alone. */
export function SignIn() {
  const t = useSignInTexts();
  const { is_operator: isOperator, tenant } = useCaller();
  const [isAdding, setAdding] = useState(false);
  const path = operatorPath`tenants/${tenant}/sign-in-providers`;
  const providers = useRead(path, signInProvidersSchema);
  return (
    <ViewPage
      title={t('title')}
      lead={t('lead', { tenant })}
      actions={isOperator && <Button onClick={() => setAdding(true)}>{t('add')}</Button>}
    >
      {!isOperator && <p className="portico-console-muted">{t('for_operators')}</p>}
      <Fetched source={providers}>{(data) => <ProviderList {...data} />}</Fetched>
      <FactorRule arePasswordsOff={providers.data?.passwords_off ?? false} />
      {isAdding && <ProviderDialog onClose={() => setAdding(false)} />}
    </ViewPage>
  );
}

type Providers = v.InferOutput<typeof signInProvidersSchema>;

function ProviderList({ passwords_off: isOff, providers }: Providers) {
  const t = useSignInTexts();
  const { is_operator: isOperator, tenant } = useCaller();
  const [isAsking, setAsking] = useState(false);
  const [first] = providers;
  if (first === undefined) return <p>{t('none')}</p>;
  const { client_id, issuer } = first;
  const body = { issuer, client_id, passwords_off: !isOff };
  return (
    <>
      <Section
        title={t('passwords')}
        action={
          isOperator && (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {t(isOff ? 'switch_on' : 'switch_off')}
            </Button>
          )
        }
      >
        <p>{t(isOff ? 'passwords_off' : 'passwords_on')}</p>
      </Section>
      {providers.map((provider) => (
        <ProviderCard key={provider.id} provider={provider} />
      ))}
      {isAsking && (
        <ConfirmDialog
          title={t(isOff ? 'switch_on' : 'switch_off')}
          text={t(isOff ? 'switch_on_text' : 'switch_off_text')}
          confirm={t(isOff ? 'switch_on' : 'switch_off')}
          command={[...listClientWords(tenant, first), isOff ? '--no-only' : '--only']}
          action={(client) => client.send(operatorPath`tenants/${tenant}/sign-in-providers`, { method: 'PUT', body })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function ProviderCard({ provider }: { readonly provider: SignInProvider }) {
  const t = useSignInTexts();
  const { is_operator: isOperator, tenant } = useCaller();
  const path = operatorPath`tenants/${tenant}/sign-in-providers`;
  const { client_id, id, issuer, name } = provider;
  const [dialog, setDialog] = useState<'change' | 'test' | 'remove'>();
  const close = () => setDialog(undefined);
  const facts = [
    ['issuer', issuer],
    ['client_id', client_id],
    ['domains', provider.domains.join(', ') || t('no_domains')],
    ['audiences', provider.audiences.join(', ') || t('no_audiences')],
    ['users', t(provider.creates_users ? 'added' : 'known')],
    ['sessions', t(provider.ends_sessions ? 'ended' : 'kept')],
  ] as const;
  const buttons = ['change', 'test', 'remove'] as const;
  const actions = isOperator && (
    <div className="portico-console-actions">
      {buttons.map((kind) => (
        <Button key={kind} variant="quiet" aria-label={`${t(kind)}: ${name}`} onClick={() => setDialog(kind)}>
          {t(kind)}
        </Button>
      ))}
    </div>
  );
  return (
    <>
      <Section title={name} action={actions}>
        <dl className="portico-console-facts portico-console-card">
          {facts.map(([label, value]) => (
            <Fact key={label} label={t(label)}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
          <Fact label={t('callback')}>
            <bdi>{location.origin + provider.callback_path}</bdi>
            <p className="portico-console-muted">{t('callback_hint')}</p>
          </Fact>
        </dl>
      </Section>
      {dialog === 'change' && <ProviderDialog provider={provider} onClose={close} />}
      {dialog === 'test' && (
        <ConfirmDialog
          title={`${t('test')}: ${name}`}
          text={t('test_text', { issuer })}
          confirm={t('test')}
          command={listClientWords(tenant, provider)}
          // A change of nothing, before which the server discovers the provider.
          action={(client) => client.send(path, { method: 'PUT', body: { issuer, client_id } })}
          done={t('tested', { name })}
          onClose={close}
        />
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('remove_title', { name })}
          text={t('remove_text')}
          confirm={t('remove')}
          isDangerous
          command={[...listClientWords(tenant, provider), '--remove', '--yes']}
          action={(client) => client.send(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' })}
          done={t('removed', { name })}
          onClose={close}
        />
      )}
    </>
  );
}
