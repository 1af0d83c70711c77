// A separate entry: load it late, and adopt `mailed-code.css`.
import type { ComponentProps } from 'react';
import { Button } from '../button/button';
import { TextField, type TextFieldProps } from '../field/text-field';
import { FailureNotice, Notice } from '../notice/notice';

interface MailedCodeFieldProps extends TextFieldProps {
  readonly resend: {
    /** The text of the button. */
    readonly text: string;
    /** Replaces the button until another code may be sent. */
    readonly waitText: string | undefined;
    /** Says that another code was sent. */
    readonly sentText: string | undefined;
    readonly failure: ComponentProps<typeof FailureNotice> | undefined;
    readonly button: Omit<ComponentProps<typeof Button>, 'ref'>;
  };
}

/** The field of a mailed code, and a button for another code after a while. */
export function MailedCodeField({ resend, ...field }: MailedCodeFieldProps) {
  return (
    <>
      <TextField
        {...field}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        required
        className="portico-ui-mailed-code"
        trailing={
          resend.waitText === undefined ? (
            <Button variant="plain" className="portico-ui-row-button" {...resend.button}>
              {resend.text}
            </Button>
          ) : (
            <span className="portico-ui-resend-in">{resend.waitText}</span>
          )
        }
      />
      {resend.sentText && <Notice kind="info">{resend.sentText}</Notice>}
      {resend.failure && <FailureNotice {...resend.failure} />}
    </>
  );
}
