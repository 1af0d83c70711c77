import { adoptStyles, allTexts, type DeveloperBundle } from '@portico/shared';
import sheet from '../developer.css';
import { restoreDeployed, runningOverrideOf } from '../overrides/running-overrides';
import { shellRules } from '../overrides/shell-rules';
import { OverrideNote } from './override-note';
import { UseDeployed } from './use-deployed';

/** For the failure panel: where an overridden name comes from, why that fails as a rule, and the way back. */
export const explainFailure: DeveloperBundle['explainFailure'] = async ({ name, kind, retry }) => {
  const address = runningOverrideOf(name);
  if (address === undefined) return undefined;
  await allTexts.load();
  adoptStyles(sheet);
  const deployed = shellRules().deployed[name];
  const restore = (deployedAddress: string) => {
    restoreDeployed(name, deployedAddress);
    retry();
  };
  return {
    note: <OverrideNote address={address} hasNotLoaded={kind === 'load-error' || kind === 'load-timeout'} />,
    action: deployed !== undefined && <UseDeployed onUse={() => restore(deployed)} />,
  };
};
