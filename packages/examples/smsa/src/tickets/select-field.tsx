import { useId } from 'react';

interface SelectFieldProps<Name extends string> {
  readonly label: string;
  readonly options: readonly Name[];
  readonly names: Readonly<Record<Name, string>>;
  readonly value: Name;
  onChange(value: Name): void;
}

export function SelectField<Name extends string>({ label, options, names, value, onChange }: SelectFieldProps<Name>) {
  const id = useId();
  return (
    <div className="smsa-field">
      <label className="smsa-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="smsa-input smsa-select"
        value={value}
        onChange={(event) => {
          const chosen = options.find((name) => name === event.currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      >
        {options.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </div>
  );
}
