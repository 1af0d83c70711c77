import { adoptStyles, type DeveloperBundle, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import sheet from '../developer.css';
import { getOverrideRules, restoreDeployed, runningOverrides } from '../overrides/running-overrides';

/** Explains the failure of an override in the failure panel, with a button to end the override. */
export const explainOverrideFailure: DeveloperBundle['explainOverrideFailure'] = async ({ name, kind, retry }) => {
  const address = runningOverrides().get(name);
  if (address === undefined) return undefined;
  adoptStyles(sheet);
  const deployed = getOverrideRules().deployed[name];
  const restore = () => {
    if (deployed) restoreDeployed(name, deployed);
    retry();
  };
  return {
    note: <OverrideNote address={address} hasNotLoaded={kind === 'load-error' || kind === 'load-timeout'} />,
    action: deployed !== undefined && <UseDeployed onUse={restore} />,
  };
};

/** The address of the module in this browser, and the usual causes if it has not loaded. */
function OverrideNote({ address, hasNotLoaded }: { readonly address: string; readonly hasNotLoaded: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="portico-developer-failure">
      <p>{t('developer.failure')}</p>
      <p className="portico-developer-address">{address}</p>
      {hasNotLoaded && (
        <>
          <p>{t('developer.causes')}</p>
          <ul>
            <li>{t('developer.cause_down')}</li>
            <li>{t('developer.cause_denied')}</li>
            <li>{t('developer.cause_mixed')}</li>
          </ul>
        </>
      )}
    </div>
  );
}

/** Ends the override of this module. */
function UseDeployed({ onUse }: { readonly onUse: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="quiet" onClick={onUse}>
      {t('developer.use_deployed')}
    </Button>
  );
}
