import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from '../class-names';
import { FieldFrame } from './field-frame';

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
  const frame = { id, label, error, hint, trailing, describedBy: input['aria-describedby'] };
  return (
    <FieldFrame {...frame}>
      {(attributes) => (
        <input {...input} {...attributes} id={id} className={classNames('portico-ui-input', className)} />
      )}
    </FieldFrame>
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
