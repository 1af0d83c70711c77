import { lookSchema, type TenantLook } from '@portico/contract/administration';
import { usePortal } from '@portico/module-kit';
import { Button, FailureNotice, Notice } from '@portico/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { useCaller, useMay } from '../caller/caller';
import { CommandLine } from '../command-line/command-line';
import { Fetched } from '../page/fetched';
import { TwoColumns } from '../page/two-columns';
import { useStyleSheet } from '../page/use-style-sheet';
import { ViewPage } from '../page/view-page';
import { useExplain } from '../request/explain-failure';
import { operatorPath } from '../request/operator-client';
import { useChange } from '../request/use-change';
import { useRead } from '../request/use-read';
import { listConflicts, listWords, noDraft, parseDraft, previewDraft, toText, typeField, useDraft } from './draft';
import sheet from './look.css';
import { LookFields } from './look-fields';
import { LookPreview } from './look-preview';
import { useLookTexts } from './look-texts';

/** How the tenant appears to its users: a form beside a preview. */
export function Look() {
  useStyleSheet(sheet);
  const t = useLookTexts();
  const { tenant } = useCaller();
  const look = useRead(operatorPath`tenants/${tenant}/look`, lookSchema);
  return (
    <ViewPage title={t('title')} lead={t('lead', { tenant })}>
      <Fetched source={look} rows={8}>
        {(data) => <LookEditor look={data} />}
      </Fetched>
    </ViewPage>
  );
}

function LookEditor({ look }: { readonly look: TenantLook }) {
  const t = useLookTexts();
  const explain = useExplain();
  const portal = usePortal();
  const mayManage = useMay('look.manage');
  const [draft, setDraft] = useDraft(look.key);
  const [isChecked, setChecked] = useState(false);
  const logo = useObjectUrl(draft.logo?.file);
  const { change, wrong, isChanged } = parseDraft(draft, look);
  const conflicts = listConflicts(draft, look);

  const save = useChange(async (client) => {
    const path = operatorPath`tenants/${look.key}/look`;
    if (change) await client.send(path, { method: 'PATCH', body: change });
    // If the logo fails, the rest is saved.
    setDraft((saved) => ({ ...saved, typed: {} }));
    if (!draft.logo) return;
    const { file } = draft.logo;
    const query = { from: look.logo ?? 'none' };
    await client.send(`${path}/logo`, file ? { method: 'PUT', query, body: file } : { method: 'DELETE', query });
  });
  useEffect(() => portal.setDirty(isChanged), [portal, isChanged]);

  const discard = () => {
    setDraft(() => noDraft);
    setChecked(false);
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isChanged || wrong.length > 0 || save.isPending) return;
    save.mutate(undefined, {
      onSuccess: () => {
        discard();
        portal.toast({ type: 'success', text: t('saved') });
      },
    });
  };
  const show = (field: (typeof conflicts)[number]) =>
    field === 'logo' ? t('other_logo') : toText(look, field).replaceAll('\n', ', ') || t('nothing');
  return (
    <TwoColumns label={t('preview')} preview={<LookPreview {...previewDraft(draft, look, logo)} />}>
      <form className="portico-console-form" noValidate onSubmit={submit}>
        <LookFields
          look={look}
          draft={draft}
          wrong={isChecked ? wrong : []}
          onType={mayManage ? (field, text) => setDraft((last) => typeField(last, look, field, text)) : undefined}
          onLogo={(file) => setDraft((last) => ({ ...last, logo: { file, seen: look.logo } }))}
        />
        {conflicts.map((field) => (
          <Notice kind="info" key={field}>
            {t('conflict', { field: t(field), value: show(field) })}
          </Notice>
        ))}
        {save.error && <FailureNotice text={explain(save.error)} />}
        {mayManage && (
          <div className="portico-console-actions">
            <Button type="submit" isBusy={save.isPending} isOnHold={!isChanged}>
              {t('save')}
            </Button>
            {isChanged && (
              <Button variant="quiet" isOnHold={save.isPending} onClick={discard}>
                {t('discard')}
              </Button>
            )}
          </div>
        )}
        {isChanged && wrong.length === 0 && <CommandLine words={listWords(draft, look)} />}
      </form>
    </TwoColumns>
  );
}

/** An object URL of the file, revoked when it is replaced or the component is removed. */
function useObjectUrl(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => {
      URL.revokeObjectURL(created);
      setAddress(undefined);
    };
  }, [file]);
  return address;
}
