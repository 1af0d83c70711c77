import { useId } from 'react';

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  /** The values in order, each with its name. */
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A choice of a form, with its label. */
export function SelectField<Value extends string>({ label, ...choice }: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className="portico-ui-field">
      <div className="portico-ui-field-row">
        <label htmlFor={id}>{label}</label>
      </div>
      <Select {...choice} id={id} />
    </div>
  );
}

/** A filter above a list: its options say what it filters. */
export function FilterSelect<Value extends string>({ label, ...choice }: SelectFieldProps<Value>) {
  return <Select {...choice} aria-label={label} />;
}

interface SelectProps<Value extends string> extends Omit<SelectFieldProps<Value>, 'label'> {
  readonly id?: string;
  readonly 'aria-label'?: string;
}

function Select<Value extends string>({ options, value, onChange, ...name }: SelectProps<Value>) {
  return (
    <select
      className="portico-ui-input"
      {...name}
      value={value}
      onChange={(event) => {
        const chosen = options.find(([one]) => one === event.currentTarget.value);
        if (chosen) onChange(chosen[0]);
      }}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}
