// A separate entry: load it late, and adopt `new-password.css`.
import { type ComponentProps, useId, useState } from 'react';
import { PasswordField } from '../field/password-field';
import { Icon } from '../icon/icon';

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordField> {
  /** Returns the rules of a new password, and which of them this one meets. */
  readonly describeRules: (password: string) => Rules;
}

interface Rules {
  readonly label: string;
  readonly rules: readonly {
    readonly text: string;
    readonly isMet: boolean;
    /** `isMet` in words, for assistive technology. */
    readonly state: string;
  }[];
}

/** The field of a new password, with its rules, which are ticked while the user types. */
export function NewPasswordField({ describeRules, onChange, ...field }: NewPasswordFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { label, rules } = describeRules(String(field.value ?? typed));
  return (
    <div className="portico-ui-new-password">
      <PasswordField
        {...field}
        autoComplete="new-password"
        aria-describedby={id}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
      <ul className="portico-ui-rules" id={id} aria-label={label}>
        {rules.map(({ text, isMet, state }) => (
          <li key={text} data-met={isMet}>
            <Icon name={isMet ? 'check' : 'circle'} />
            {text}
            <span className="portico-ui-hidden">({state})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
