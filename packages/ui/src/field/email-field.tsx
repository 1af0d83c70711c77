import { TextField, type TextFieldProps } from './text-field';

export type EmailFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>;

/** The e-mail that an account is known by; password managers keep and fill it as the user name. */
export function EmailField(field: EmailFieldProps) {
  return (
    <TextField
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      {...field}
      type="email"
      inputMode="email"
    />
  );
}
