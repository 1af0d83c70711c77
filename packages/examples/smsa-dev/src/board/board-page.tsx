import { usePortal } from '@portico/module-kit';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fill, useLanguage } from '../language/use-language';
import { type Card, type Column, columns, finishCard, moveCard, neighbour, useCards } from './cards';

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

  // The help desk tells when a ticket is closed, also in another tab.
  const portal = usePortal();
  useEffect(() => portal.subscribe('tickets:closed', finishCard, { from: 'smsa', last: true }), [portal]);

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

interface BoardCardProps {
  readonly card: Card;
  onMove(card: Card, column: Column): void;
}

/** A focusable card; its two buttons do the same as the arrow keys. */
function BoardCard({ card, onMove }: BoardCardProps) {
  const { text, read } = useLanguage();
  const before = neighbour(card.column, -1);
  const after = neighbour(card.column, 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined;
    if (!target) return;
    event.preventDefault();
    onMove(card, target);
  };
  return (
    <li>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields, this is a group of actions */}
      <div
        className="smsadev-card"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
        tabIndex={0}
        aria-labelledby={`smsadev-card-${card.id}`}
        data-card={card.id}
        onKeyDown={onKeyDown}
      >
        <p className="smsadev-card-line">
          <span>{card.id}</span>
          {card.urgent && <span className="smsadev-urgent">{text.urgent}</span>}
        </p>
        <h3 id={`smsadev-card-${card.id}`}>{read(card.title)}</h3>
        <div className="smsadev-card-end">
          <span className="smsadev-requester">{card.requester}</span>
          <MoveButton card={card} target={before} onMove={onMove} />
          <MoveButton card={card} target={after} onMove={onMove} forward />
        </div>
      </div>
    </li>
  );
}

interface MoveButtonProps extends BoardCardProps {
  readonly target: Column | undefined;
  readonly forward?: boolean;
}

function MoveButton({ card, target, onMove, forward = false }: MoveButtonProps) {
  const { text } = useLanguage();
  if (!target) return null;
  return (
    <button
      type="button"
      className="smsadev-move"
      aria-label={fill(forward ? text.forward : text.back, text.columns[target])}
      onClick={() => onMove(card, target)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={forward ? 'M5 10h10M11 6l4 4-4 4' : 'M15 10H5M9 6l-4 4 4 4'} />
      </svg>
    </button>
  );
}
