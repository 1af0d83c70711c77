import { FieldFrame } from '@portico/ui';
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
    <FieldFrame {...{ id, label, error, hint, trailing }}>
      {(attributes) => <textarea {...area} {...attributes} id={id} className="portico-ui-input" />}
    </FieldFrame>
  );
}
