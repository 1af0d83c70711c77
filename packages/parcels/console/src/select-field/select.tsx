interface SelectProps<Value extends string> {
  /** The values in order, each with its name. */
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The options of a field or a filter. */
export type Choice<Value extends string> = SelectProps<Value> & { readonly label: string };

/** A list of values; the label has the id, or is the name itself. */
export function Select<Value extends string>(
  props: SelectProps<Value> & ({ readonly id: string } | { readonly 'aria-label': string }),
) {
  const { options, value, onChange, ...name } = props;
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
