import { type Choice, Select } from './select';

/** A filter above a list: its options say what it filters. */
export function FilterSelect<Value extends string>({ label, ...choice }: Choice<Value>) {
  return <Select aria-label={label} {...choice} />;
}
