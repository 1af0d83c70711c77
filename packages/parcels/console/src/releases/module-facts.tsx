import { formatPlan, listNeeds, type ModuleStatus } from '@portico/contract';
import { useLocale } from '@portico/module-kit';
import { FailureNotice } from '@portico/ui';
import { formatInstant, Instant } from '../page/instant';
import { useReleaseTexts } from './release-texts';
import { useAudienceText, useVersionText } from './use-release-text';

/** The live version and the rollout: since when, by whom, for how many users. */
export function ModuleFacts({ status }: { readonly status: ModuleStatus }) {
  const t = useReleaseTexts();
  const locale = useLocale();
  const nameVersion = useVersionText();
  const { address, by, canary, checked_by, in_rollout, policy, refused, rolled_back, since, users } = status;
  return (
    <>
      {rolled_back && (
        <FailureNotice
          text={t('rolled_back_text', {
            version: rolled_back.version ?? t('of_shell'),
            time: formatInstant(rolled_back.at, locale),
            reason: rolled_back.reason,
          })}
        />
      )}
      {refused && <FailureNotice text={t('refused_text', { needs: listNeeds(refused).join(', ') })} />}
      <section className="portico-console-card">
        <dl className="portico-console-facts">
          <dt>{t('live')}</dt>
          <dd>
            <strong>{nameVersion(status)}</strong>
            {in_rollout && ` (${t('to_all')})`}
          </dd>
          <dt>{t('since')}</dt>
          <dd>
            <Instant at={since} none="–" />
          </dd>
          {by !== undefined && (
            <>
              <dt>{t('by')}</dt>
              <dd>
                <bdi>{by}</bdi>
              </dd>
            </>
          )}
          {users !== undefined && (
            <>
              <dt>{t('who')}</dt>
              <dd>{t('users', { count: users })}</dd>
            </>
          )}
          {checked_by && (
            <>
              <dt>{t('checked')}</dt>
              <dd>{t(`checked_by_${checked_by}`)}</dd>
            </>
          )}
          {address !== null && (
            <>
              <dt>{t('address')}</dt>
              <dd>{address}</dd>
            </>
          )}
          {policy && (
            <>
              <dt>{t('policy')}</dt>
              <dd>{listNeeds(policy).join(', ')}</dd>
            </>
          )}
          {canary && <CanaryFacts canary={canary} />}
        </dl>
      </section>
    </>
  );
}

function CanaryFacts({ canary }: { readonly canary: NonNullable<ModuleStatus['canary']> }) {
  const t = useReleaseTexts();
  const locale = useLocale();
  const nameAudience = useAudienceText();
  const { audience, by, plan, since, users, version } = canary;
  return (
    <>
      <dt>{t('rollout')}</dt>
      <dd>
        <strong>{version}</strong>: {nameAudience(audience)}
        {users !== undefined && `, ${t('users', { count: users })}`}
        <p className="portico-console-muted">
          <Instant at={since} /> {by !== undefined && <bdi>{by}</bdi>}
        </p>
      </dd>
      {plan && (
        <>
          <dt>{t('plan')}</dt>
          <dd>
            <code>{formatPlan(plan.steps)}</code>
            <p>
              {plan.held
                ? t(`held_by_${plan.held.by}`, {
                    reason: plan.held.reason,
                    time: formatInstant(plan.held.since, locale),
                  })
                : plan.next_at === undefined
                  ? t('last_step')
                  : t('next_step', { time: formatInstant(plan.next_at, locale) })}
            </p>
          </dd>
        </>
      )}
    </>
  );
}
