import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { IconButton } from '../button/button';
import { TextField, type TextFieldProps } from './text-field';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** Names of the button that shows and hides the password. */
  readonly showLabel: string;
  readonly hideLabel: string;
  /** The hint while Caps Lock is on. */
  readonly capsLockText: string;
  /** Follows the input, on screen and by Tab, before the button that shows the password. */
  readonly children?: ReactNode;
}

/** A password input with a button to show the password. */
export function PasswordField({ showLabel, hideLabel, capsLockText, hint, children, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  // Autofill sends a key event that has no modifiers.
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <div className="portico-ui-password">
      <TextField
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field}
        type={isShown ? 'text' : 'password'}
        hint={hasCapsLock ? capsLockText : hint}
        onKeyDown={readCapsLock}
        onKeyUp={readCapsLock}
        onBlur={() => setCapsLock(false)}
      />
      {children}
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={isShown ? hideLabel : showLabel}
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}
