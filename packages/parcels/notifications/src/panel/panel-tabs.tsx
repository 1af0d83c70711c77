import { useTranslation } from '@portico/shared';
import type { KeyboardEvent } from 'react';
import type { NotificationFilter } from '../lists/notification-lists';

const filters: readonly NotificationFilter[] = ['new', 'all'];

interface PanelTabsProps {
  /** The id of the panel, the prefix of the ids of the tabs and their contents. */
  readonly id: string;
  readonly selected: NotificationFilter;
  readonly unread: number;
  readonly onSelect: (filter: NotificationFilter) => void;
}

/** The tabs of the panel, as a roving tabindex; the arrows select (ARIA Authoring Practices, tabs). */
export function PanelTabs({ id, selected, unread, onSelect }: PanelTabsProps) {
  const { t } = useTranslation();

  const move = (event: KeyboardEvent) => {
    const other = selected === 'new' ? 'all' : 'new';
    const targets: Record<string, NotificationFilter> = {
      ArrowRight: other,
      ArrowLeft: other,
      Home: 'new',
      End: 'all',
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    onSelect(target);
    event.currentTarget.querySelector<HTMLElement>(`[data-filter="${target}"]`)?.focus();
  };

  return (
    <div className="portico-notifications-tabs" role="tablist" aria-label={t('notifications')} onKeyDown={move}>
      {filters.map((filter) => (
        <button
          type="button"
          key={filter}
          className="portico-notifications-tab"
          id={`${id}-${filter}`}
          data-filter={filter}
          role="tab"
          aria-selected={filter === selected}
          aria-controls={filter === selected ? `${id}-panel` : undefined}
          tabIndex={filter === selected ? 0 : -1}
          onClick={() => onSelect(filter)}
        >
          {t(`notifications.${filter}`)}
          {filter === 'new' && unread > 0 && <span className="portico-notifications-tab-count"> {unread}</span>}
        </button>
      ))}
    </div>
  );
}
