import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../button/icon-button';
import { TextField, type TextFieldProps } from './text-field';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'control'> {
  /** Names of the button that shows and hides what is typed. */
  readonly showLabel: string;
  readonly hideLabel: string;
  /** The hint while Caps Lock is on. */
  readonly capsLockText: string;
}

/** A password, hidden until its owner wants to see it. */
export function PasswordField({ showLabel, hideLabel, capsLockText, hint, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  // Autofill sends a key event that has no modifiers.
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
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
      control={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={isShown ? hideLabel : showLabel}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
