interface FilterCheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** A filter above a list that is on or off. */
export function FilterCheckbox({ label, isChecked, onChange }: FilterCheckboxProps) {
  return (
    <label>
      <input type="checkbox" checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
    </label>
  );
}
