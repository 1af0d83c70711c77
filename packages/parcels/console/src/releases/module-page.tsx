import { type ModuleStatus, moduleStatusListSchema, type PreviewLink } from '@portico/contract';
import { buttonClass, Notice } from '@portico/ui';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { LoadFailure } from '../page/load-failure';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { ViewPage } from '../page/view-page';
import { useRead } from '../request/use-read';
import { ModuleActions } from './module-actions';
import { ModuleFacts } from './module-facts';
import { OutcomeBars } from './outcome-bars';
import { PreviewTable } from './preview-table';
import type { Action } from './release-action';
import { ReleaseDialog } from './release-dialog';
import { useReleaseTexts } from './release-texts';
import { Timeline } from './timeline';
import { VersionTable } from './version-table';
import { VitalList } from './vital-list';

/** A module: what is live, the rollout with its figures, the stored versions and the history. */
export function ModulePage() {
  const { module = '' } = useParams();
  const t = useReleaseTexts();
  const { data, error, isFetching, refetch } = useRead('/api/publishing/modules', moduleStatusListSchema, { module });
  const [status] = data ?? [];
  return (
    <ViewPage
      title={module}
      actions={
        <Link className={buttonClass('quiet')} to="/releases">
          {t('back')}
        </Link>
      }
    >
      {error && <LoadFailure error={error} isRetrying={isFetching} onRetry={refetch} />}
      {!data && !error && <Loading rows={8} />}
      {status ? <ModuleContent status={status} /> : data && <p>{t('unknown')}</p>}
    </ViewPage>
  );
}

function ModuleContent({ status }: { readonly status: ModuleStatus }) {
  const t = useReleaseTexts();
  const [action, setAction] = useState<Action>();
  const [preview, setPreview] = useState<PreviewLink>();
  return (
    <>
      {preview && <PreviewNotice preview={preview} />}
      <ModuleFacts status={status} />
      <ModuleActions status={status} onChoose={setAction} />
      <Section title={t('outcomes')}>
        <OutcomeBars status={status} none={t('no_outcomes')} />
      </Section>
      <Section title={t('vitals')}>
        <VitalList module={status.module} />
      </Section>
      <VersionTable status={status} onChoose={setAction} />
      <PreviewTable module={status.module} onChoose={setAction} />
      <Timeline module={status.module} />
      {action && (
        <ReleaseDialog status={status} action={action} onPreview={setPreview} onClose={() => setAction(undefined)} />
      )}
    </>
  );
}

function PreviewNotice({ preview: { link, version } }: { readonly preview: PreviewLink }) {
  const t = useReleaseTexts();
  const address = new URL(link, location.origin).href;
  return (
    <Notice kind="info">
      {t('preview_link', { version })} <a href={address}>{address}</a>
    </Notice>
  );
}
