import { type App, accountPart } from '@portico/shared';
import { AppLogoMini } from '@portico/ui';
import { Switch } from '../choice/switch';
import { ActionFailure } from '../form/action-failure';

interface ModuleSwitchProps {
  readonly app: App;
  readonly isEnabled: boolean;
}

/** Whether an application may call on the user. */
export function ModuleSwitch({ app: { module, name }, isEnabled }: ModuleSwitchProps) {
  const { useSavePreference } = accountPart.get();
  const { mutate, isPending, error } = useSavePreference();
  return (
    <li>
      <Switch
        checked={isEnabled}
        aria-busy={isPending || undefined}
        onChange={({ target }) => {
          // One choice after the other, or a failure would take the wrong one back.
          if (!isPending) mutate({ module, enabled: target.checked });
        }}
      >
        <AppLogoMini module={module} name={name} />
        {name}
      </Switch>
      <ActionFailure error={error} fallback="profile.preference_failed" />
    </li>
  );
}
