import { type ListedPreview, previewListSchema } from '@portico/contract';
import { Button } from '@portico/ui';
import { useMemo } from 'react';
import { useMay } from '../caller/caller';
import { Section } from '../page/section';
import { useRead } from '../request/use-read';
import { drawInstant, drawText } from '../table/cells';
import { DataTable } from '../table/data-table';
import { createActionColumn, createColumns } from '../table/features';
import type { Action } from './release-action';
import { useReleaseTexts } from './release-texts';

interface PreviewTableProps {
  readonly module: string;
  readonly onChoose: (action: Action) => void;
}

const column = createColumns<ListedPreview>();

/** The preview links of a module that work. Nothing shows the link itself again. */
export function PreviewTable({ module, onChoose }: PreviewTableProps) {
  const t = useReleaseTexts();
  const mayManage = useMay('releases.manage');
  const { data, ...source } = useRead('/api/publishing/previews', previewListSchema);
  const previews = useMemo(() => data?.filter((preview) => preview.module === module), [data, module]);
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('version', { header: t('version'), meta: { isTitle: true } }),
        column.accessor('by', { header: t('by'), cell: drawText }),
        column.accessor('created_at', { header: t('since'), cell: drawInstant }),
        column.accessor('expires_at', { header: t('until'), cell: drawInstant }),
        createActionColumn(
          (preview: ListedPreview) =>
            mayManage && (
              <Button
                variant="plain"
                aria-label={`${t('action.revoke')}: ${preview.version}, ${preview.by}`}
                onClick={() => onChoose({ kind: 'revoke', version: preview.version, preview: preview.id })}
              >
                {t('action.revoke')}
              </Button>
            ),
        ),
      ]),
    [t, mayManage, onChoose],
  );
  return (
    <Section title={t('previews')}>
      <DataTable
        label={t('previews')}
        columns={columns}
        source={{ ...source, data: previews }}
        getId={({ id }) => id}
        empty={<p>{t('no_previews')}</p>}
      />
    </Section>
  );
}
