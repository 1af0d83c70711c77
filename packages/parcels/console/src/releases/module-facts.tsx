import { listNeeds } from '@portico/contract';
import { formatPlan, type ModuleStatus } from '@portico/contract/publishing';
import { useLocale } from '@portico/module-kit';
import { FailureNotice } from '@portico/ui';
import { Fact } from '../page/fact';
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
          <Fact label={t('live')}>
            <strong>{nameVersion(status)}</strong>
            {in_rollout && ` (${t('to_all')})`}
          </Fact>
          <Fact label={t('since')}>
            <Instant at={since} none="–" />
          </Fact>
          {by !== undefined && (
            <Fact label={t('by')}>
              <bdi>{by}</bdi>
            </Fact>
          )}
          {users !== undefined && <Fact label={t('who')}>{t('users', { count: users })}</Fact>}
          {checked_by && <Fact label={t('checked')}>{t(`checked_by_${checked_by}`)}</Fact>}
          {address !== null && <Fact label={t('address')}>{address}</Fact>}
          {policy && <Fact label={t('policy')}>{listNeeds(policy).join(', ')}</Fact>}
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
      <Fact label={t('rollout')}>
        <strong>{version}</strong>: {nameAudience(audience)}
        {users !== undefined && `, ${t('users', { count: users })}`}
        <p className="portico-console-muted">
          <Instant at={since} /> {by !== undefined && <bdi>{by}</bdi>}
        </p>
      </Fact>
      {plan && (
        <Fact label={t('plan')}>
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
        </Fact>
      )}
    </>
  );
}
