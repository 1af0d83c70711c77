import type { ComponentPropsWithRef, ReactNode } from 'react';

interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'className'> {
  /** The name of the switch, possibly with a picture. */
  readonly children: ReactNode;
}

/** A switch that takes effect at once. The whole row is clickable. */
export function Switch({ children, ...input }: SwitchProps) {
  return (
    <label className="portico-profile-choice">
      <span className="portico-profile-choice-label">{children}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is checked. */}
      <input {...input} className="portico-profile-switch" type="checkbox" role="switch" />
    </label>
  );
}
