import { useSyncExternalStore } from 'react';
import demoCards from './demo-cards.json';

export const columns = ['triage', 'doing', 'review', 'done'] as const;
export type Column = (typeof columns)[number];
export type Card = (typeof demoCards)[Column][number] & { readonly column: Column };

/** Demo data: the tickets of smsa, as the team sees them. */
let cards: readonly Card[] = columns.flatMap((column) => demoCards[column].map((card) => ({ ...card, column })));
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

declare module '@portico/module-kit' {
  interface ModuleEvents {
    'tickets:closed': { readonly id: number };
  }
}

/** Moves the card of a closed ticket to the last column. */
export function finishCard(ticket: { readonly id: number }): void {
  const card = cards.find(({ id, column }) => id === ticket.id && column !== 'done');
  if (card) moveCard(card, 'done');
}

/** The column before (-1) or after (1), or `undefined` at the edge of the board. */
export const neighbour = (column: Column, step: -1 | 1): Column | undefined => columns[columns.indexOf(column) + step];
