import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { override, reloadWith } from '../overrides/developer-mode';
import { parseOverrideLink } from '../overrides/override-link';
import { isAllowedOverride } from '../overrides/override-rules';
import { shellRules } from '../overrides/shell-rules';
import { AllowedOrigins } from './allowed-origins';
import { DeveloperDialog } from './developer-dialog';
import { closeDialog } from './requested-dialog';

interface LinkDialogProps {
  readonly link: string;
}

/** Asks whether to use the override that a link names; one that is not allowed it only explains. */
export function LinkDialog({ link }: LinkDialogProps) {
  const { t } = useTranslation();
  const linked = parseOverrideLink(link);

  if (!linked || !isAllowedOverride(linked.name, linked.address, shellRules())) {
    return (
      <DeveloperDialog title={t('developer.refused_title')}>
        <p className="portico-developer-text">{t('developer.refused_text')}</p>
        <p className="portico-developer-address">{linked ? `${linked.name}\n${linked.address}` : link}</p>
        <AllowedOrigins />
      </DeveloperDialog>
    );
  }

  const { name, address } = linked;
  return (
    <DeveloperDialog title={t('developer.use_title', { name })}>
      <p className="portico-developer-text">{t('developer.use_text')}</p>
      <p className="portico-developer-address">{address}</p>
      <div className="portico-developer-actions">
        <Button onClick={() => reloadWith(() => override(name, address))}>{t('developer.use')}</Button>
        <Button variant="quiet" onClick={closeDialog}>
          {t('cancel')}
        </Button>
      </div>
    </DeveloperDialog>
  );
}
