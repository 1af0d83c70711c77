import { useLanguage } from '../language/use-language';
import { type Priority, priorities, type Status } from './tickets';

export function StatusMark({ status }: { status: Status }) {
  const { text } = useLanguage();
  return <span className={`smsa-status smsa-status-${status}`}>{text.status[status]}</span>;
}

/** The priority as a word and as one to four bars. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const { text } = useLanguage();
  const level = priorities.indexOf(priority);
  return (
    <span className={`smsa-priority smsa-priority-${priority}`}>
      <svg viewBox="0 0 16 14" aria-hidden="true">
        {priorities.map((name, bar) => {
          const height = 5 + bar * 3;
          return (
            <rect key={name} x={bar * 4} y={14 - height} width="3" {...{ height }} opacity={bar <= level ? 1 : 0.25} />
          );
        })}
      </svg>
      {text.priority[priority]}
    </span>
  );
}
