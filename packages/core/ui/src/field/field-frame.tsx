import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { Icon } from '../icon/icon';

interface FieldFrameProps {
  /** The id of the control. */
  readonly id: string;
  readonly label: string;
  /** The error of the value, announced when it appears. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Shown at the end of the label's row. */
  readonly trailing?: ReactNode;
  /** Ids of further descriptions. */
  readonly describedBy?: string | undefined;
  readonly children: (attributes: {
    readonly 'aria-invalid': true | undefined;
    readonly 'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** The label, hint and error around a control, which receives the attributes that connect it with them. */
export function FieldFrame({ id, label, error, hint, trailing, describedBy, children }: FieldFrameProps) {
  return (
    <div className="portico-ui-field">
      <div className="portico-ui-field-row">
        <label htmlFor={id}>{label}</label>
        {trailing}
      </div>
      {children({
        'aria-invalid': error ? true : undefined,
        'aria-describedby': classNames(error && `${id}-error`, Boolean(hint) && `${id}-hint`, describedBy) || undefined,
      })}
      {hint && (
        <p className="portico-ui-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldErrorText id={`${id}-error`} text={error} />}
    </div>
  );
}

/** The error of a field, announced when it appears. */
export function FieldErrorText({ id, text }: { readonly id?: string; readonly text: string }) {
  return (
    <p className="portico-ui-field-error" id={id} role="alert">
      <Icon name="warning" />
      {text}
    </p>
  );
}
