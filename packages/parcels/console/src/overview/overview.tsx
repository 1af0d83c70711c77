import type { GrantedRole } from '@portico/contract/administration';
import { useLocale } from '@portico/module-kit';
import { Link } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { useAllowedViews } from '../frame/view';
import { Card } from '../page/card';
import { ViewPage } from '../page/view-page';
import { useCommonTexts } from '../texts/common-texts';

/** The first page: who the caller is, and links to the views that they may use. */
export function Overview() {
  const t = useCommonTexts();
  const locale = useLocale();
  const { name, email, tenant, roles, confirmed_until } = useCaller();
  const others = useAllowedViews().filter(({ path }) => path !== '');
  const formatTime = (instant: string) =>
    new Date(instant).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  return (
    <ViewPage title={t('overview.title')} lead={t('overview.lead', { tenant })}>
      <Card title={t('overview.you')}>
        <p className="portico-console-you">
          <bdi>{name}</bdi> <span className="portico-console-muted">{email}</span>
        </p>
        <ul className="portico-console-roles" aria-label={t('overview.roles')}>
          {roles.map((granted) => (
            <RoleLine key={`${granted.role} ${granted.tenant}`} granted={granted} />
          ))}
        </ul>
        <p className="portico-console-muted">
          {confirmed_until === null
            ? t('overview.unconfirmed')
            : t('overview.confirmed', { time: formatTime(confirmed_until) })}
        </p>
      </Card>
      {others.length > 0 && (
        <nav aria-labelledby="portico-console-views">
          <h2 className="portico-ui-heading portico-ui-heading-3" id="portico-console-views">
            {t('overview.views')}
          </h2>
          <ul className="portico-console-tiles">
            {others.map((view) => (
              <li key={view.path}>
                <Link className="portico-console-tile" to={`/${view.path}`}>
                  <span>{t(`view.${view.name}`)}</span>
                  <span className="portico-console-muted">{t(`lead.${view.name}`)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </ViewPage>
  );
}

function RoleLine({ granted: { role, tenant, modules } }: { readonly granted: GrantedRole }) {
  const t = useCommonTexts();
  const where = modules
    ? t('overview.of_modules', { modules: modules.join(', ') })
    : tenant === undefined
      ? t('overview.everywhere')
      : t('overview.in_tenant', { tenant });
  return (
    <li>
      <strong>{t(`role.${role}`)}</strong> <span className="portico-console-muted">{where}</span>
    </li>
  );
}
