import { accessPageSchema, type GroupList, type MemberAccess, type TenantApp } from '@portico/contract/administration';
import { usePortal } from '@portico/module-kit';
import { Button, FailureNotice } from '@portico/ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { useAddressState } from '../address-state/use-address-state';
import { useCaller, useMay } from '../caller/caller';
import { Fetched } from '../page/fetched';
import { MoreButton } from '../page/more-button';
import { useExplain } from '../request/explain-failure';
import { operatorPath } from '../request/operator-client';
import { useChange } from '../request/use-change';
import { useReadList } from '../request/use-read';
import { SearchField } from '../search-field/search-field';
import { useIsNarrow } from '../table/use-is-narrow';
import { useAccessTexts } from './access-texts';
import { type Draft, draftKey, splitDraft, toggleCell, withoutDone } from './draft';

const addressSchema = v.object({ search: v.optional(v.string(), '') });

/** Members × applications. Changes are collected, and saved together. */
export function AccessGrid({ apps, groups }: GroupList) {
  const t = useAccessTexts();
  const explain = useExplain();
  const portal = usePortal();
  const { tenant } = useCaller();
  const mayManage = useMay('access.manage');
  const isNarrow = useIsNarrow();
  const [{ search }, setAddress] = useAddressState(addressSchema);
  const path = operatorPath`tenants/${tenant}/access`;
  const members = useReadList(path, accessPageSchema, { search });
  const [draft, setDraft] = useState<Draft>(new Map());
  // The members are refetched after a refusal. This drops the changes that another user has made already.
  const pending = withoutDone(draft, members.data ?? []);
  const save = useChange((client) => client.send(path, { method: 'PATCH', body: splitDraft(pending) }));
  if (apps.length === 0) return <p className="portico-console-empty">{t('no_apps')}</p>;

  const submit = () =>
    save.mutate(undefined, {
      onSuccess: () => {
        setDraft(new Map());
        portal.toast({ type: 'success', text: t('saved') });
      },
    });
  const toggle = (member: MemberAccess, module: string) => {
    // After a failure, the next change starts from what is on screen then.
    if (save.error) save.reset();
    if (!save.isPending) setDraft(toggleCell(draft, member, module));
  };
  const view = { apps, groups, draft, ...(mayManage && { onToggle: toggle }) };
  return (
    <div className="portico-console-access">
      <SearchField label={t('search')} value={search} onSearch={(value) => setAddress({ search: value })} />
      <Fetched source={members} rows={8}>
        {(data) =>
          data.length === 0 ? (
            <p className="portico-console-empty">{t('nobody')}</p>
          ) : isNarrow ? (
            <MemberCards members={data} {...view} />
          ) : (
            <Grid members={data} {...view} />
          )
        }
      </Fetched>
      <MoreButton source={members} />
      {save.error && <FailureNotice text={explain(save.error)} />}
      {pending.size > 0 && (
        <div className="portico-console-save" role="status">
          <span>{t('changes', { count: pending.size })}</span>
          <Button variant="quiet" isOnHold={save.isPending} onClick={() => setDraft(new Map())}>
            {t('discard')}
          </Button>
          <Button isBusy={save.isPending} onClick={submit}>
            {t('save')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface GridProps {
  readonly members: readonly MemberAccess[];
  readonly apps: readonly TenantApp[];
  readonly groups: GroupList['groups'];
  readonly draft: Draft;
  /** Absent for a caller who may only read. */
  readonly onToggle?: (member: MemberAccess, module: string) => void;
}

interface CellProps extends Omit<GridProps, 'members' | 'apps'> {
  readonly member: MemberAccess;
  readonly app: TenantApp;
  /** Whether the Tab key reaches it; the arrow keys reach the others. */
  readonly isTabStop?: boolean;
}

function Cell({ member, app, groups, draft, onToggle, isTabStop = true }: CellProps) {
  const t = useAccessTexts();
  const { module, name } = app;
  const own = groups.filter(({ id, modules }) => member.groups.includes(id) && modules.includes(module));
  const mapped = member.mapped.filter((one) => one.module === module);
  const sources = [
    ...own.map(({ name }) => name),
    ...mapped.map(({ group, provider }) => (group === null ? provider : `${group} (${provider})`)),
  ];
  const isDirect = member.direct.includes(module);
  const change = draft.get(draftKey(member.email, module));
  const source = sources.length > 0 ? t('by_group', { group: sources.join(', ') }) : undefined;
  return (
    <span className="portico-console-cell" data-changed={change !== undefined && change.isGranted !== isDirect}>
      <input
        type="checkbox"
        aria-label={t('cell', { name: member.name, app: name })}
        aria-description={source}
        checked={change?.isGranted ?? isDirect}
        tabIndex={isTabStop ? 0 : -1}
        aria-disabled={onToggle === undefined || undefined}
        onChange={() => onToggle?.(member, module)}
      />
      {source && (
        <span className="portico-console-source" title={source} aria-hidden>
          {sources[0]}
        </span>
      )}
    </span>
  );
}

/** The grid of wide screens: one stop of the Tab key, arrow keys inside (WAI-ARIA, pattern "grid"). */
function Grid({ members, apps, ...cell }: GridProps) {
  const t = useAccessTexts();
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const row = Math.min(Math.max(active.row + step[0], 0), members.length - 1);
    const column = Math.min(Math.max(active.column + step[1], 0), apps.length - 1);
    setActive({ row, column });
    table.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"] input`)?.focus();
  };
  const stop = { row: Math.min(active.row, members.length - 1), column: Math.min(active.column, apps.length - 1) };
  return (
    <div className="portico-console-table portico-console-table-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells are moved through with arrow keys */}
      <table role="grid" aria-label={t('grid')} aria-description={t('keys')} ref={table} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">{t('member')}</th>
            {apps.map((app) => (
              <th scope="col" key={app.module} data-app>
                <AppName app={app} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member, row) => (
            <tr key={member.email}>
              <th scope="row">
                <bdi>{member.name}</bdi> <span className="portico-console-muted">{member.email}</span>
              </th>
              {apps.map((app, column) => (
                <td key={app.module} data-cell={`${row} ${column}`} onFocus={() => setActive({ row, column })}>
                  <Cell {...cell} member={member} app={app} isTabStop={stop.row === row && stop.column === column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** A card for each member, for narrow screens. */
function MemberCards({ members, apps, ...cell }: GridProps) {
  const t = useAccessTexts();
  return (
    <ul className="portico-console-members" aria-label={t('grid')}>
      {members.map((member) => (
        <li key={member.email} className="portico-console-card">
          <h2>
            <bdi>{member.name}</bdi>
          </h2>
          <p className="portico-console-muted">{member.email}</p>
          <ul>
            {apps.map((app) => (
              <li key={app.module}>
                <AppName app={app} />
                <Cell {...cell} member={member} app={app} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** The name of an application; a key that the live import map lacks is marked. */
export function AppName({ app: { name, module, is_live } }: { readonly app: TenantApp }) {
  const t = useAccessTexts();
  return (
    <span>
      <bdi title={module}>{name}</bdi>
      {!is_live && (
        <span className="portico-console-not-live" title={t('not_live')} role="img" aria-label={t('not_live')}>
          {' ⚠'}
        </span>
      )}
    </span>
  );
}
