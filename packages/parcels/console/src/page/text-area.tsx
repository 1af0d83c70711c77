import { Icon } from '@portico/ui';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Shown at the end of the label's row. */
  readonly trailing?: ReactNode;
}

/** A field of several lines, otherwise as `TextField`. */
export function TextArea({ label, hint, error, trailing, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="portico-ui-field">
      <div className="portico-ui-field-row">
        <label htmlFor={id}>{label}</label>
        {trailing}
      </div>
      <textarea
        {...area}
        id={id}
        className="portico-ui-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      />
      {hint && (
        <p className="portico-ui-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}

/** The error of a field, announced when it appears. */
export function FieldError({ id, text }: { readonly id?: string; readonly text: string }) {
  return (
    <p className="portico-ui-field-error" id={id} role="alert">
      <Icon name="warning" />
      {text}
    </p>
  );
}
