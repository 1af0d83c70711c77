import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names';
import { Icon, type IconName } from '../icon/icon';

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly icon: IconName;
  /** The name of the button, for assistive technology and as its tooltip. */
  readonly label: string;
}

/** A square button of 40 px (44 on touch) that shows an icon. */
export function IconButton({ icon, label, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...button}
      className={classNames('portico-ui-icon-button', className)}
    >
      <Icon name={icon} />
    </button>
  );
}
