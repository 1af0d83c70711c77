import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { hoursAgo } from '../page/date';
import demoTickets from './demo-tickets.json';

export const statuses = ['open', 'waiting', 'solved'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const categories = ['access', 'equipment', 'software', 'building'] as const;
export type Status = (typeof statuses)[number];
export type Priority = (typeof priorities)[number];

const textSchema = v.union([v.string(), v.object({ pt: v.string(), en: v.string() })]);

const messageSchema = v.pipe(
  v.object({ author: v.string(), fromTeam: v.optional(v.boolean()), hoursAgo: v.number(), body: textSchema }),
  v.transform(({ hoursAgo: hours, ...message }) => ({ ...message, at: hoursAgo(hours) })),
);

const ticketSchema = v.object({
  id: v.number(),
  subject: textSchema,
  category: v.picklist(categories),
  status: v.picklist(statuses),
  priority: v.picklist(priorities),
  /** Oldest first: the first one opened the ticket. */
  messages: v.tupleWithRest([messageSchema], messageSchema),
});
export type Ticket = v.InferOutput<typeof ticketSchema>;

export const getRequester = (ticket: Ticket): string => ticket.messages[0].author;
export const getUpdated = (ticket: Ticket): Date => (ticket.messages.at(-1) ?? ticket.messages[0]).at;

let tickets = v.parse(v.array(ticketSchema), demoTickets);
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The tickets of this tab; they survive a change of module, not a reload. */
export const useTickets = () => useSyncExternalStore(subscribe, () => tickets);

function set(next: Ticket[]): void {
  tickets = next;
  for (const listener of listeners) listener();
}

/** Opens a ticket and returns its number. */
export function addTicket(ticket: Omit<Ticket, 'id' | 'status'>): number {
  const id = Math.max(...tickets.map((other) => other.id)) + 1;
  set([{ ...ticket, id, status: 'open' }, ...tickets]);
  return id;
}

export function changeTicket(id: number, change: Partial<Ticket>): void {
  set(tickets.map((ticket) => (ticket.id === id ? { ...ticket, ...change } : ticket)));
}
