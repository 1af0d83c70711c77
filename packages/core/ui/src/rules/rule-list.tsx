import { Icon } from '../icon/icon';

interface RuleListProps {
  /** For `aria-describedby` of the field that the rules describe. */
  readonly id: string;
  readonly label: string;
  readonly rules: readonly Rule[];
}

interface Rule {
  readonly text: string;
  readonly isMet: boolean;
  /** `isMet` in words, for assistive technology. */
  readonly state: string;
}

/** The rules of a value, ticked while the user types. */
export function RuleList({ id, label, rules }: RuleListProps) {
  return (
    <ul className="portico-ui-rules" id={id} aria-label={label}>
      {rules.map(({ text, isMet, state }) => (
        <li key={text} data-met={isMet}>
          <Icon name={isMet ? 'check' : 'circle'} />
          {text}
          <span className="portico-ui-hidden">({state})</span>
        </li>
      ))}
    </ul>
  );
}
