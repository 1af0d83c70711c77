import { type ListedVersion, type ModuleStatus, versionPageSchema } from '@portico/contract/publishing';
import { useLocale } from '@portico/module-kit';
import { Button, buttonClass } from '@portico/ui';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useCaller, useMay } from '../caller/caller';
import { Section } from '../page/section';
import { operatorPath } from '../request/operator-client';
import { useReadList } from '../request/use-read';
import { drawInstant } from '../table/cells';
import { DataTable } from '../table/data-table';
import { createActionColumn, createColumns } from '../table/features';
import { formatBytes } from './format-bytes';
import type { Action } from './release-action';
import { useReleaseTexts } from './release-texts';

interface VersionTableProps {
  readonly status: ModuleStatus;
  readonly onChoose: (action: Action) => void;
}

const column = createColumns<ListedVersion>();

/** The stored versions of a module, each with the actions that the caller may do. */
export function VersionTable({ status, onChoose }: VersionTableProps) {
  const t = useReleaseTexts();
  const locale = useLocale();
  const { is_operator } = useCaller();
  const mayManage = useMay('releases.manage');
  const { module, version: live } = status;
  const canary = status.canary?.version;
  const versions = useReadList(operatorPath`/api/publishing/modules/${module}/versions`, versionPageSchema);
  const columns = useMemo(() => {
    const nameState = ({ quarantined_at, version }: ListedVersion) => {
      if (quarantined_at !== null) return t('quarantined');
      if (version === live) return t('live');
      return version === canary ? t('rollout') : '–';
    };
    const listActions = ({ quarantined_at, version }: ListedVersion): Action[] => {
      if (quarantined_at !== null || !mayManage) return [];
      const publish: Action[] = [
        { kind: 'publish', version },
        { kind: 'rollout', version },
      ];
      return [
        ...(version === live ? [] : publish),
        { kind: 'preview', version },
        ...(is_operator ? [{ kind: 'quarantine', version } as const] : []),
      ];
    };
    return column.columns([
      column.accessor('version', { header: t('version'), meta: { isTitle: true } }),
      column.accessor(nameState, { id: 'state', header: t('state') }),
      column.accessor('created_at', { header: t('stored'), cell: drawInstant }),
      column.accessor('checked_by', {
        header: t('checked'),
        cell: ({ getValue }) => t(`checked_by_${getValue()}`),
      }),
      column.accessor('bytes', {
        header: t('size'),
        cell: ({ getValue, row: { original } }) =>
          `${formatBytes(getValue(), locale)} (${t('files', { count: original.files })})`,
      }),
      createActionColumn((listed: ListedVersion) => (
        <div className="portico-console-version-actions">
          {listActions(listed).map((action) => (
            <Button
              key={action.kind}
              variant="plain"
              aria-label={`${t(`action.${action.kind}`)}: ${listed.version}`}
              onClick={() => onChoose(action)}
            >
              {t(`action.${action.kind}`)}
            </Button>
          ))}
          {listed.version !== live && (
            <Link
              className={buttonClass('plain')}
              to={createComparePath(module, live, listed.version)}
              aria-label={`${t('compare')}: ${listed.version}`}
            >
              {t('compare')}
            </Link>
          )}
        </div>
      )),
    ]);
  }, [t, locale, live, canary, module, is_operator, mayManage, onChoose]);
  return (
    <Section title={t('versions')}>
      <DataTable
        label={t('versions')}
        columns={columns}
        source={versions}
        getId={({ version }) => version}
        empty={<p>{t('no_versions')}</p>}
      />
    </Section>
  );
}

function createComparePath(module: string, live: string | null, version: string): string {
  const query = new URLSearchParams({ ...(live !== null && { from: live }), to: version });
  return `/releases/${encodeURIComponent(module)}/compare?${query}`;
}
