import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../language/language';
import { BoardColumn } from './board-column';
import { type Card, type Column, columns } from './card';
import { moveCard, useCards } from './card-store';

export function BoardPage() {
  const { text } = useLanguage();
  const cards = useCards();
  const board = useRef<HTMLDivElement>(null);
  const [urgentOnly, setUrgentOnly] = useState(false);
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
          aria-pressed={urgentOnly}
          onClick={() => setUrgentOnly(!urgentOnly)}
        >
          {text.urgentOnly}
        </button>
      </div>
      <p className="smsadev-hidden" role="status">
        {moved && text.moved(moved.id, text.columns[moved.column])}
      </p>
      <div className="smsadev-board" ref={board}>
        {columns.map((column) => (
          <BoardColumn
            key={column}
            column={column}
            cards={cards.filter((card) => card.column === column && (card.urgent || !urgentOnly))}
            onMove={move}
          />
        ))}
      </div>
    </div>
  );
}
