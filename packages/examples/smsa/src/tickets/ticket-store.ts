import { useSyncExternalStore } from 'react';
import { demoTickets } from './demo-tickets';
import type { Message, Ticket } from './ticket';

let tickets = demoTickets();
const listeners = new Set<() => void>();

function set(next: readonly Ticket[]): void {
  tickets = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The tickets of this tab; they survive a change of module, not a reload. */
export const useTickets = () => useSyncExternalStore(subscribe, () => tickets);

/** Opens a ticket and returns its number. */
export function addTicket(ticket: Omit<Ticket, 'id' | 'status'>): number {
  const id = Math.max(...tickets.map((other) => other.id)) + 1;
  set([{ ...ticket, id, status: 'open' }, ...tickets]);
  return id;
}

export function changeTicket(id: number, change: Partial<Pick<Ticket, 'status' | 'priority'>>): void {
  set(tickets.map((ticket) => (ticket.id === id ? { ...ticket, ...change } : ticket)));
}

/** Adds an answer of the requester, which brings the ticket back to the team. */
export function answerTicket(id: number, message: Message): void {
  set(
    tickets.map((ticket) =>
      ticket.id === id ? { ...ticket, status: 'open', messages: [...ticket.messages, message] } : ticket,
    ),
  );
}
