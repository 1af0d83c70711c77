import type { KeyboardEvent } from 'react';
import { fill, useLanguage } from '../language/use-language';
import { type Card, type Column, neighbour } from './cards';

interface BoardCardProps {
  readonly card: Card;
  onMove(card: Card, column: Column): void;
}

/** A focusable card; its two buttons do the same as the arrow keys. */
export function BoardCard({ card, onMove }: BoardCardProps) {
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
