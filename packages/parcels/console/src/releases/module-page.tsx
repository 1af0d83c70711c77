import type { PreviewLink } from '@portico/contract';
import { type ModuleStatus, moduleStatusListSchema } from '@portico/contract/publishing';
import { buttonClass, Notice } from '@portico/ui';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Fetched } from '../page/fetched';
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
  const statuses = useRead('/api/publishing/modules', moduleStatusListSchema, { module });
  return (
    <ViewPage
      title={module}
      actions={
        <Link className={buttonClass('quiet')} to="/releases">
          {t('back')}
        </Link>
      }
    >
      <Fetched source={statuses} rows={8}>
        {([status]) => (status ? <ModuleContent status={status} /> : <p>{t('unknown')}</p>)}
      </Fetched>
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
