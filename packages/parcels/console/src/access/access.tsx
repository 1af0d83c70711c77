import { groupListSchema } from '@portico/contract/administration';
import { NavLink, Route, Routes } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { Fetched } from '../page/fetched';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { useRead } from '../request/use-read';
import tableSheet from '../table/table.css';
import sheet from './access.css';
import { AccessGrid } from './access-grid';
import { useAccessTexts } from './access-texts';
import { Groups } from './groups';
import { Mappings } from './mappings';
import { Requests } from './requests';

/** Access to the applications of the tenant: requests on top, then the grid, the groups, and those of providers. */
export function Access() {
  useStyleSheet(tableSheet);
  useStyleSheet(sheet);
  const t = useAccessTexts();
  const { tenant } = useCaller();
  const groups = useRead(operatorPath`tenants/${tenant}/groups`, groupListSchema);
  return (
    <ViewPage title={t('title')} lead={t('lead', { tenant })}>
      <Fetched source={groups} rows={8}>
        {(data) => (
          <>
            <Requests apps={data.apps} />
            <nav className="portico-console-tabs" aria-label={t('title')}>
              <NavLink to="/access" end>
                {t('grid')}
              </NavLink>
              <NavLink to="/access/groups">{t('groups')}</NavLink>
              <NavLink to="/access/mappings">{t('mappings')}</NavLink>
            </nav>
            <Routes>
              <Route path="groups" element={<Groups {...data} />} />
              <Route path="mappings" element={<Mappings {...data} />} />
              <Route path="*" element={<AccessGrid {...data} />} />
            </Routes>
          </>
        )}
      </Fetched>
    </ViewPage>
  );
}
