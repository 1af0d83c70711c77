import { useLanguage } from '../language/language';
import { BoardCard } from './board-card';
import type { Card, Column } from './card';

interface BoardColumnProps {
  readonly column: Column;
  readonly cards: readonly Card[];
  onMove(card: Card, column: Column): void;
}

export function BoardColumn({ column, cards, onMove }: BoardColumnProps) {
  const { text } = useLanguage();
  const heading = `smsadev-${column}`;
  return (
    <section className="smsadev-column" aria-labelledby={heading} data-column={column}>
      <div className="smsadev-column-head">
        <h2 id={heading}>{text.columns[column]}</h2>
        <span className="smsadev-count">
          <span aria-hidden="true">{cards.length}</span>
          <span className="smsadev-hidden">{text.count(cards.length)}</span>
        </span>
      </div>
      {cards.length > 0 ? (
        <ul className="smsadev-cards">
          {cards.map((card) => (
            <BoardCard key={card.id} card={card} onMove={onMove} />
          ))}
        </ul>
      ) : (
        <p className="smsadev-empty">{text.empty}</p>
      )}
    </section>
  );
}
