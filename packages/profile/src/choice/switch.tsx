import type { ComponentPropsWithRef, ReactNode } from 'react';

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'className'> {
  /** What is switched on and off, in words or with a picture beside them. */
  readonly children: ReactNode;
}

/** Something that is on or off, and changes at once; the whole row can be clicked. */
export function Switch({ children, ...input }: SwitchProps) {
  return (
    <label className="portico-profile-choice">
      <span className="portico-profile-choice-label">{children}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is checked. */}
      <input {...input} className="portico-profile-switch" type="checkbox" role="switch" />
    </label>
  );
}
