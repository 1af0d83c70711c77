import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { classNames } from '../class-names';

/** `primary` is what the screen is for, once a screen; `danger` takes something away. */
export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger';
/** 44 or 40 px high. */
export type ButtonSize = 'large' | 'medium';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** The action is under way: the button keeps its name, its width and the focus, and does nothing. */
  readonly isBusy?: boolean;
  /** The action is not to be had for a while: the button keeps the focus and does nothing. Say why beside it. */
  readonly isOnHold?: boolean;
}

/** The look of a button for an element that is none, such as a link. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  return `portico-ui-button portico-ui-button-${variant} portico-ui-button-${size}`;
}

export function Button({
  variant,
  size,
  isBusy = false,
  isOnHold = false,
  className,
  onClick,
  ...button
}: ButtonProps) {
  const isIdle = isBusy || isOnHold;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`, which would drop the focus.
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
    />
  );
}
