import { useSyncExternalStore } from 'react';
import type { Card, Column } from './card';
import { demoCards } from './demo-cards';

let cards = demoCards;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The cards of this tab; they survive a change of module, not a reload. */
export const useCards = () => useSyncExternalStore(subscribe, () => cards);

/** Moves a card to the end of a column. */
export function moveCard(card: Card, column: Column): void {
  cards = [...cards.filter((other) => other.id !== card.id), { ...card, column }];
  for (const listener of listeners) listener();
}
