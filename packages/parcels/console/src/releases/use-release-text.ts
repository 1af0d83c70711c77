import type { Audience, MapChange, ModuleStatus } from '@portico/contract/publishing';
import { useCallback } from 'react';
import { useReleaseTexts } from './release-texts';

/** Returns a function that names the live version of a module. */
export function useVersionText(): (status: Pick<ModuleStatus, 'address' | 'version'>) => string {
  const t = useReleaseTexts();
  return useCallback(({ address, version }) => version ?? (address === null ? t('not_in_map') : t('of_shell')), [t]);
}

/** Returns a function that names the users of an audience. */
export function useAudienceText(): (audience: Audience) => string {
  const t = useReleaseTexts();
  return useCallback(
    (audience) =>
      'tenants' in audience
        ? t('of_tenants', { tenants: audience.tenants.join(', ') })
        : t('of_percent', { percent: audience.percent }),
    [t],
  );
}

/** Returns a function that says in a line what is in rollout, or what the server has rolled back; empty if nothing is. */
export function useRolloutText(): (status: ModuleStatus) => string {
  const t = useReleaseTexts();
  const nameAudience = useAudienceText();
  return useCallback(
    ({ canary, in_rollout, rolled_back }) => {
      if (canary === null) {
        if (rolled_back) return t('was_rolled_back', { version: rolled_back.version ?? t('of_shell') });
        return in_rollout ? t('to_all') : '';
      }
      const { audience, plan, users, version } = canary;
      const line = t('canary_line', { version, audience: nameAudience(audience) });
      const reached = users === undefined ? '' : `, ${t('users', { count: users })}`;
      return `${line}${reached}${plan?.held ? `, ${t('held')}` : ''}`;
    },
    [t, nameAudience],
  );
}

/** Returns a function that says what a change of the history did. */
export function useChangeText(): (change: MapChange) => string {
  const t = useReleaseTexts();
  const nameAudience = useAudienceText();
  return useCallback(
    ({ action, audience, from, to }) => {
      const values = {
        from: from ?? t('of_shell'),
        to: to ?? (action === 'remove' ? t('not_in_map') : t('of_shell')),
        audience: audience ? nameAudience(audience) : '',
      };
      // A newer server may have further actions.
      return t.find(`change.${action}`, values) ?? `${action}: ${values.from} → ${values.to}`;
    },
    [t, nameAudience],
  );
}
