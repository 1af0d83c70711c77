import type { GrantedRole } from '@portico/contract';
import { useLocale } from '@portico/module-kit';
import { Link } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { useAllowedViews } from '../frame/view';
import { ViewPage } from '../page/view-page';
import { useTexts } from '../texts/define-texts';
import { overviewTexts } from '../texts/overview-texts';
import { roleNames } from '../texts/role-names';
import { viewLeads, viewTitles } from '../texts/view-texts';

/** The first page: who the caller is, and links to the views that they may use. */
export function Overview() {
  const t = useTexts(overviewTexts);
  const title = useTexts(viewTitles);
  const lead = useTexts(viewLeads);
  const locale = useLocale();
  const { name, email, tenant, roles, confirmed_until } = useCaller();
  const others = useAllowedViews().filter(({ path }) => path !== '');
  const formatTime = (instant: string) =>
    new Date(instant).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  return (
    <ViewPage title={t('title')} lead={t('lead', { tenant })}>
      <section className="portico-console-card" aria-labelledby="portico-console-you">
        <h2 className="portico-ui-heading portico-ui-heading-3" id="portico-console-you">
          {t('you')}
        </h2>
        <p className="portico-console-you">
          <bdi>{name}</bdi> <span className="portico-console-muted">{email}</span>
        </p>
        <ul className="portico-console-roles" aria-label={t('roles')}>
          {roles.map((granted) => (
            <RoleLine key={`${granted.role} ${granted.tenant}`} granted={granted} />
          ))}
        </ul>
        <p className="portico-console-muted">
          {confirmed_until === null ? t('unconfirmed') : t('confirmed', { time: formatTime(confirmed_until) })}
        </p>
      </section>
      {others.length > 0 && (
        <nav aria-labelledby="portico-console-views">
          <h2 className="portico-ui-heading portico-ui-heading-3" id="portico-console-views">
            {t('views')}
          </h2>
          <ul className="portico-console-tiles">
            {others.map((view) => (
              <li key={view.path}>
                <Link className="portico-console-tile" to={`/${view.path}`}>
                  <span>{title(view.name)}</span>
                  <span className="portico-console-muted">{lead(view.name)}</span>
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
  const t = useTexts(overviewTexts);
  const name = useTexts(roleNames);
  const where = modules
    ? t('of_modules', { modules: modules.join(', ') })
    : tenant === undefined
      ? t('everywhere')
      : t('in_tenant', { tenant });
  return (
    <li>
      <strong>{name(role)}</strong> <span className="portico-console-muted">{where}</span>
    </li>
  );
}
