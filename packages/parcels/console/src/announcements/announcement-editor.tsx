import { type Announcement, announcementSchema } from '@portico/contract/administration';
import { usePortal } from '@portico/module-kit';
import { Button, FailureNotice } from '@portico/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { CommandLine } from '../command-line/command-line';
import { Fetched } from '../page/fetched';
import { TwoColumns } from '../page/two-columns';
import { ViewPage } from '../page/view-page';
import { useExplain } from '../request/explain-failure';
import { useChange } from '../request/use-change';
import { useRead } from '../request/use-read';
import { AnnouncementFields } from './announcement-fields';
import { AnnouncementPreview } from './announcement-preview';
import { useAnnouncementTexts } from './announcement-texts';
import { createDraft, findProblem, isEditable, listWords, pickTexts, toBody, toDraft } from './draft';
import { useScope } from './use-scope';

/** The page of a new announcement, or of one that is edited. */
export function AnnouncementEditor() {
  const { id = '' } = useParams();
  return id === 'new' ? <Editor /> : <LoadedEditor id={id} />;
}

function LoadedEditor({ id }: { readonly id: string }) {
  const t = useAnnouncementTexts();
  const { path, search } = useScope();
  const source = useRead(`${path}/${encodeURIComponent(id)}`, announcementSchema);
  if (source.data && isEditable(source.data)) return <Editor key={id} announcement={source.data} />;
  return (
    <ViewPage title={t('edit')}>
      <Fetched source={source} rows={8}>
        {() => (
          <p>
            {t('gone')} <Link to={`/announcements${search}`}>{t('back')}</Link>
          </p>
        )}
      </Fetched>
    </ViewPage>
  );
}

function Editor({ announcement }: { readonly announcement?: Announcement }) {
  const t = useAnnouncementTexts();
  const explain = useExplain();
  const portal = usePortal();
  const navigate = useNavigate();
  const { isAll, path, search, words } = useScope();
  /** The edition that the draft is based on. */
  const [seen, setSeen] = useState(announcement);
  const [draft, setDraft] = useState(() => (announcement ? toDraft(announcement) : createDraft()));
  const [start, setStart] = useState(draft);
  const [isChecked, setChecked] = useState(false);
  const problem = findProblem(draft);
  const isChanged = draft !== start;
  const isOutdated = announcement !== undefined && announcement.edition !== seen?.edition;
  useEffect(() => portal.setDirty(isChanged), [portal, isChanged]);

  const save = useChange(({ send }) => {
    if (!seen) return send(path, { method: 'POST', body: toBody(draft) });
    const { delivery: _, ...body } = toBody(draft, seen);
    return send(`${path}/${seen.id}`, { method: 'PATCH', body: { ...body, edition: seen.edition } });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (problem || isOutdated || save.isPending) return;
    save.mutate(undefined, {
      onSuccess: () => {
        portal.setDirty(false);
        portal.toast({ type: 'success', text: t('saved') });
        navigate(`/announcements${search}`);
      },
    });
  };
  const rebase = (isTheirs: boolean) => {
    if (!announcement) return;
    setSeen(announcement);
    save.reset();
    if (!isTheirs) return;
    setDraft(toDraft(announcement));
    setStart(toDraft(announcement));
  };
  return (
    <ViewPage title={seen ? t('edit') : t('new')} lead={isAll ? t('all') : undefined}>
      <TwoColumns label={t('preview')} preview={<AnnouncementPreview kind={draft.kind} texts={pickTexts(draft)} />}>
        <form className="portico-console-form" noValidate onSubmit={submit}>
          <AnnouncementFields
            draft={draft}
            isNew={!seen}
            problem={isChecked ? problem : undefined}
            onChange={(change) => setDraft((last) => ({ ...last, ...change }))}
          />
          {isOutdated && announcement && (
            <section className="portico-console-card" role="status">
              <p>{t('changed')}</p>
              <AnnouncementPreview kind={announcement.kind} texts={announcement.texts} />
              <div className="portico-console-actions">
                <Button variant="quiet" onClick={() => rebase(true)}>
                  {t('take_theirs')}
                </Button>
                <Button variant="quiet" onClick={() => rebase(false)}>
                  {t('keep_mine')}
                </Button>
              </div>
            </section>
          )}
          {save.error && !isOutdated && <FailureNotice text={explain(save.error)} />}
          <div className="portico-console-actions">
            <Button type="submit" isBusy={save.isPending} isOnHold={isOutdated}>
              {seen ? t('save') : t('publish')}
            </Button>
            <Link className="portico-ui-link" to={`/announcements${search}`}>
              {t('back')}
            </Link>
          </div>
          {!seen && !problem && <CommandLine words={listWords(draft, words)} />}
        </form>
      </TwoColumns>
    </ViewPage>
  );
}
