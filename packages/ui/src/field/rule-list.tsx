import { Icon } from '../icon/icon';

export interface RuleListProps {
  /** For the field that the rules describe: they are read with it and never on their own. */
  readonly id: string;
  readonly label: string;
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly text: string;
  readonly isMet: boolean;
  /** The same in words, for assistive technology. */
  readonly state: string;
}

/** What a value has to meet, ticked while one types. */
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
