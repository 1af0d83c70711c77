import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from '../class-names';
import { Icon } from '../icon/icon';

export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  readonly label: string;
  /** The error of the value, announced when it appears. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Shown at the end of the label's row. */
  readonly trailing?: ReactNode;
}

/** A text input with its label, hint and error. */
export function TextField({ label, error, hint, trailing, className, ...input }: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const describedBy = classNames(error && `${id}-error`, hint && `${id}-hint`, input['aria-describedby']);
  return (
    <div className="portico-ui-field">
      <div className="portico-ui-field-row">
        <label htmlFor={id}>{label}</label>
        {trailing}
      </div>
      <input
        {...input}
        id={id}
        className={classNames('portico-ui-input', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint && (
        <p className="portico-ui-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="portico-ui-field-error" id={`${id}-error`} role="alert">
          <Icon name="warning" />
          {error}
        </p>
      )}
    </div>
  );
}

type EmailFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>;

/** The e-mail of an account. Password managers store and fill it as the user name. */
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
