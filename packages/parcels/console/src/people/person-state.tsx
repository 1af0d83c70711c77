import type { Person, SignInRecord } from '@portico/contract/administration';
import { useLocale } from '@portico/module-kit';
import { Notice } from '@portico/ui';
import { useAuditTexts } from '../audit/audit-texts';
import { Card } from '../page/card';
import { Fact } from '../page/fact';
import { formatInstant, Instant } from '../page/instant';
import { usePeopleTexts } from './people-texts';
import { useDevice, useResult } from './use-names';

/** Why a person can or cannot sign in. */
export function PersonState({ person }: { readonly person: Person }) {
  const t = usePeopleTexts();
  const locale = useLocale();
  const audit = useAuditTexts();
  const { address_change, last_refusal, last_sign_in, locks, second_factor_since, state, tenants, ways } = person;
  const isInvited = state === 'no-password' && ways?.is_invited;
  return (
    <Card
      title={
        <span className="portico-console-state" data-state={state}>
          {t(isInvited ? 'invited' : state)}
        </span>
      }
    >
      <dl className="portico-console-facts">
        <Fact label={t('state')}>
          {isInvited
            ? t('invited_text')
            : t(state === 'no-password' && ways?.passwords_off ? 'no-provider_text' : `${state}_text`)}
          {locks.map(({ limit, until }) => (
            <p key={`${limit} ${until}`}>
              {t('lock', { limit: audit.find(`limit.${limit}`) ?? limit, time: formatInstant(until, locale) })}
            </p>
          ))}
        </Fact>
        {ways && <WayFacts ways={ways} />}
        <Fact label={t('second_factor')}>
          {second_factor_since === null
            ? t('no_factor')
            : t('factor_since', { time: formatInstant(second_factor_since, locale) })}
        </Fact>
        <Fact label={t('last_sign_in')}>{last_sign_in ? <SignIn signIn={last_sign_in} /> : t('never')}</Fact>
        <Fact label={t('last_refusal')}>{last_refusal ? <SignIn signIn={last_refusal} /> : t('never')}</Fact>
        <Fact label={t('since')}>
          <Instant at={person.created_at} />
        </Fact>
        {address_change && (
          <Fact label={t('new_email')}>
            {t('new_email_text', {
              email: address_change.email,
              time: formatInstant(address_change.expires_at, locale),
            })}
          </Fact>
        )}
        {tenants && <Fact label={t('tenants')}>{tenants.join(', ')}</Fact>}
      </dl>
      {!person.is_manageable && <Notice kind="info">{t('of_others')}</Notice>}
    </Card>
  );
}

function WayFacts({ ways }: { readonly ways: NonNullable<Person['ways']> }) {
  const t = usePeopleTexts();
  const { expecting_providers, has_password, passkeys, passwords_off, providers } = ways;
  const known = [
    ...(has_password && !passwords_off ? [t('password')] : []),
    ...(passkeys > 0 ? [t('passkeys', { count: passkeys })] : []),
    ...providers,
    ...expecting_providers.map((provider) => t('expecting', { provider })),
  ];
  if (known.length === 0) return null;
  return (
    <Fact label={t('ways')}>
      <bdi>{known.join(', ')}</bdi>
    </Fact>
  );
}

function SignIn({ signIn }: { readonly signIn: SignInRecord }) {
  const getResult = useResult();
  const nameDevice = useDevice();
  const origin = [nameDevice(signIn), signIn.ip].filter(Boolean).join(', ');
  return (
    <>
      <Instant at={signIn.at} />
      {signIn.reason !== null && <strong> {getResult(signIn)}</strong>}
      <p className="portico-console-muted">
        {signIn.reason === null && signIn.method !== null ? `${getResult(signIn)}: ${origin}` : origin}
      </p>
    </>
  );
}
