import { useLocale } from '@portico/module-kit';
import { buttonClass } from '@portico/ui';
import { type ReactNode, Suspense, useMemo } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { useCaller } from '../caller/caller';
import { FocusHeading } from '../page/focus-heading';
import { Loading } from '../page/loading';
import { ViewPage } from '../page/view-page';
import { useCommonTexts } from '../texts/common-texts';
import { Navigation } from './navigation';
import { AllowedViews, isAllowed, type View } from './view';

/** The navigation and the view at the address. */
export function Frame({ views }: { readonly views: readonly View[] }) {
  const t = useCommonTexts();
  const locale = useLocale();
  const caller = useCaller();
  const allowed = useMemo(() => views.filter((view) => isAllowed(view, caller)), [views, caller]);
  return (
    <AllowedViews value={allowed}>
      <div className="portico-console" lang={locale === 'en' ? 'en' : 'pt-BR'}>
        <Navigation />
        <div className="portico-console-view">
          <Suspense fallback={<Loading />}>
            <Routes>
              {views.map((view) => {
                const content = allowed.includes(view) ? (
                  <view.Component />
                ) : (
                  <NoView title={t('frame.not_allowed')}>{t('frame.not_allowed_text')}</NoView>
                );
                return (
                  <Route key={view.path} path={view.path && `/${view.path}/*`} index={!view.path} element={content} />
                );
              })}
              <Route path="*" element={<NoView title={t('frame.not_found')}>{t('frame.not_found_text')}</NoView>} />
            </Routes>
            <FocusHeading />
          </Suspense>
        </div>
      </div>
    </AllowedViews>
  );
}

/** An address without a view for the caller. */
function NoView({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useCommonTexts();
  return (
    <ViewPage title={title}>
      <p>{children}</p>
      <p>
        <Link className={buttonClass('quiet')} to="/">
          {t('frame.to_overview')}
        </Link>
      </p>
    </ViewPage>
  );
}
