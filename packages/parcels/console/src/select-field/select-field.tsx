import { useId } from 'react';
import { type Choice, Select } from './select';

/** A choice of a form, with its label. */
export function SelectField<Value extends string>({ label, ...choice }: Choice<Value>) {
  const id = useId();
  return (
    <div className="portico-ui-field">
      <div className="portico-ui-field-row">
        <label htmlFor={id}>{label}</label>
      </div>
      <Select id={id} {...choice} />
    </div>
  );
}
