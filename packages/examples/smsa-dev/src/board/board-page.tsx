import { useEffect, useRef, useState } from 'react';
import { fill, useLanguage } from '../language/use-language';
import { BoardCard } from './board-card';
import { type Card, type Column, columns, moveCard, useCards } from './cards';

export function BoardPage() {
  const { locale, text } = useLanguage();
  const cards = useCards();
  const board = useRef<HTMLDivElement>(null);
  const [isUrgentOnly, setUrgentOnly] = useState(false);
  const [moved, setMoved] = useState<{ readonly id: number; readonly column: Column } | undefined>();

  // A moved card is a new element: focus it, so that the user can move it on.
  useEffect(() => {
    if (moved) board.current?.querySelector<HTMLElement>(`[data-card="${moved.id}"]`)?.focus();
  }, [moved]);

  const move = (card: Card, column: Column) => {
    moveCard(card, column);
    setMoved({ id: card.id, column });
  };
  return (
    <div className="smsadev" lang={locale === 'en' ? 'en' : 'pt-BR'}>
      <div className="smsadev-page">
        <div className="smsadev-head">
          <div>
            <p className="smsadev-next">{text.next}</p>
            <h1>{text.title}</h1>
            <p className="smsadev-lead">{text.lead}</p>
          </div>
          <button
            type="button"
            className="smsadev-toggle"
            aria-pressed={isUrgentOnly}
            onClick={() => setUrgentOnly(!isUrgentOnly)}
          >
            {text.urgentOnly}
          </button>
        </div>
        <p className="smsadev-hidden" role="status">
          {moved && fill(text.moved, moved.id, text.columns[moved.column])}
        </p>
        <div className="smsadev-board" ref={board}>
          {columns.map((column) => (
            <BoardColumn
              key={column}
              column={column}
              cards={cards.filter((card) => card.column === column && (card.urgent || !isUrgentOnly))}
              onMove={move}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface BoardColumnProps {
  readonly column: Column;
  readonly cards: readonly Card[];
  onMove(card: Card, column: Column): void;
}

function BoardColumn({ column, cards, onMove }: BoardColumnProps) {
  const { text } = useLanguage();
  const heading = `smsadev-${column}`;
  return (
    <section className="smsadev-column" aria-labelledby={heading} data-column={column}>
      <div className="smsadev-column-head">
        <h2 id={heading}>{text.columns[column]}</h2>
        <span className="smsadev-count">
          <span aria-hidden="true">{cards.length}</span>
          <span className="smsadev-hidden">
            {fill(cards.length === 1 ? text.count.one : text.count.other, cards.length)}
          </span>
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
