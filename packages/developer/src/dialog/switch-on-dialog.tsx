import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { reloadWith, switchOn } from '../overrides/developer-mode';
import { DeveloperDialog } from './developer-dialog';

/** Explains overrides to somebody whose browser has none, and switches them on. */
export function SwitchOnDialog() {
  const { t } = useTranslation();
  return (
    <DeveloperDialog title={t('developer.title')}>
      <p className="portico-developer-text">{t('developer.off_text')}</p>
      <div className="portico-developer-actions">
        <Button onClick={() => reloadWith(switchOn, true)}>{t('developer.switch_on')}</Button>
      </div>
    </DeveloperDialog>
  );
}
