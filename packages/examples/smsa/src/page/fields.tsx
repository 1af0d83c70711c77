import { type ComponentProps, type ReactNode, useId } from 'react';

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string;
  onText(text: string): void;
}

/** A field of several lines; its notes are the children. */
export function TextArea({ id, label, onText, children, ...props }: TextAreaProps) {
  return (
    <Field id={id} label={label}>
      <textarea
        id={id}
        className="smsa-input smsa-area"
        onChange={(event) => onText(event.currentTarget.value)}
        {...props}
      />
      {children}
    </Field>
  );
}

interface SelectProps<Name extends string> {
  readonly label: string;
  readonly options: readonly Name[];
  readonly names: Readonly<Record<Name, string>>;
  readonly value: Name;
  onSelect(value: Name): void;
}

export function Select<Name extends string>({ label, options, names, value, onSelect }: SelectProps<Name>) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        className="smsa-input smsa-select"
        value={value}
        onChange={({ currentTarget }) => onSelect(options[currentTarget.selectedIndex] ?? value)}
      >
        {options.map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** A label above a control. */
export function Field({ id, label, children }: { id: string | undefined; label: string; children: ReactNode }) {
  return (
    <div className="smsa-field">
      <label className="smsa-label" htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}
