import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { classNames } from '../class-names';
import { Icon, type IconName } from '../icon/icon';

/** `primary` is the main action, once per screen; `danger` deletes something. */
type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger';

/** The height: 44 or 40 px. */
type ButtonSize = 'large' | 'medium';

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** The action is running: the button keeps its name, width and focus, and does nothing. */
  readonly isBusy?: boolean;
  /** The action is not available for now: the button keeps the focus and does nothing. Say why beside it. */
  readonly isOnHold?: boolean;
}

/** Returns the class of a button, for other elements such as links. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  return `portico-ui-button portico-ui-button-${variant} portico-ui-button-${size}`;
}

/** A button. While busy or on hold it keeps the focus, which `disabled` would lose. */
export function Button({
  variant,
  size,
  isBusy = false,
  isOnHold = false,
  className,
  onClick,
  children,
  ...button
}: ButtonProps) {
  const isIdle = isBusy || isOnHold;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // `disabled` would lose the focus.
    if (isIdle) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...button}
      className={classNames(buttonClass(variant, size), className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isIdle || undefined}
      onClick={click}
    >
      {variant === 'danger' && <Icon name="warning" />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
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
