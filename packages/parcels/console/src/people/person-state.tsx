import type { Person, SignInRecord } from '@portico/contract';
import { useLocale } from '@portico/module-kit';
import { Notice } from '@portico/ui';
import { formatInstant, Instant } from '../page/instant';
import { useTexts } from '../texts/define-texts';
import { limitTexts, peopleTexts } from './people-texts';
import { useDevice, useNames, useResult } from './use-names';

/** Why a person can or cannot sign in. */
export function PersonState({ person }: { readonly person: Person }) {
  const t = useTexts(peopleTexts);
  const locale = useLocale();
  const nameLimit = useNames(limitTexts);
  const { address_change, last_refusal, last_sign_in, locks, state, tenants } = person;
  return (
    <section className="portico-console-card">
      <h2 className="portico-ui-heading portico-ui-heading-3">
        <span className="portico-console-state" data-state={state}>
          {t(state)}
        </span>
      </h2>
      <dl className="portico-console-facts">
        <dt>{t('state')}</dt>
        <dd>
          {t(`${state}_text`)}
          {locks.map(({ limit, until }) => (
            <p key={`${limit} ${until}`}>
              {t('lock', { limit: nameLimit(limit), time: formatInstant(until, locale) })}
            </p>
          ))}
        </dd>
        <dt>{t('last_sign_in')}</dt>
        <dd>{last_sign_in ? <SignIn signIn={last_sign_in} /> : t('never')}</dd>
        <dt>{t('last_refusal')}</dt>
        <dd>{last_refusal ? <SignIn signIn={last_refusal} /> : t('never')}</dd>
        <dt>{t('since')}</dt>
        <dd>
          <Instant at={person.created_at} />
        </dd>
        {address_change && (
          <>
            <dt>{t('new_email')}</dt>
            <dd>
              {t('new_email_text', {
                email: address_change.email,
                time: formatInstant(address_change.expires_at, locale),
              })}
            </dd>
          </>
        )}
        {tenants && (
          <>
            <dt>{t('tenants')}</dt>
            <dd>{tenants.join(', ')}</dd>
          </>
        )}
      </dl>
      {!person.is_manageable && <Notice kind="info">{t('of_others')}</Notice>}
    </section>
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
      <p className="portico-console-muted">{origin}</p>
    </>
  );
}
