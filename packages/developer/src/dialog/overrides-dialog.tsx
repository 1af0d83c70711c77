import { useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useState } from 'react';
import { reloadWith, switchOff } from '../overrides/developer-mode';
import { forgetOverrides } from '../overrides/stored-overrides';
import { useOverrides } from '../overrides/use-overrides';
import { AllowedOrigins } from './allowed-origins';
import { DeveloperDialog } from './developer-dialog';
import { InterfaceDialog } from './interface-dialog';
import { OverrideRow } from './override-row';

/** What this browser overrides, and the ways to end that. */
export function OverridesDialog() {
  const { t } = useTranslation();
  const overrides = useOverrides();
  const [isInterfaceOpen, setInterfaceOpen] = useState(false);
  if (isInterfaceOpen) return <InterfaceDialog onClose={() => setInterfaceOpen(false)} />;

  const remove = (name: string) =>
    reloadWith(() => window.importMapOverrides?.removeOverride(name), overrides.length > 1);
  const isEmpty = overrides.length === 0;
  return (
    <DeveloperDialog title={t('developer.title')}>
      {isEmpty ? (
        <p className="portico-developer-text">{t('developer.empty')}</p>
      ) : (
        <ul className="portico-developer-list">
          {overrides.map((override) => (
            <OverrideRow key={override.name} override={override} onRemove={() => remove(override.name)} />
          ))}
        </ul>
      )}
      <AllowedOrigins />
      <div className="portico-developer-actions">
        {!isEmpty && (
          <Button variant="quiet" onClick={() => reloadWith(() => forgetOverrides(localStorage))}>
            {t('developer.remove_all')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setInterfaceOpen(true)}>
          {t('developer.interface')}
        </Button>
        <Button variant="danger" onClick={() => reloadWith(switchOff)}>
          {t('developer.switch_off')}
        </Button>
      </div>
    </DeveloperDialog>
  );
}
