import { useTranslation } from '@portico/shared';
import { Icon } from '@portico/ui';
import { openDialog } from './dialog/requested-dialog';
import { useOverrides } from './overrides/use-overrides';

/** Says on every page that something on it is not what is deployed, and opens the list. */
export function Badge() {
  const { t } = useTranslation();
  const { length: number } = useOverrides();
  if (number === 0) return null;
  return (
    <button type="button" className="portico-developer-badge" aria-haspopup="dialog" onClick={() => openDialog({})}>
      <Icon name="code" />
      {t('developer.badge', { number })}
    </button>
  );
}
