import type { Text } from '../language/language';

export const statuses = ['open', 'waiting', 'solved'] as const;
export type Status = (typeof statuses)[number];
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];
export const categories = ['access', 'equipment', 'software', 'building'] as const;
export type Category = (typeof categories)[number];

export interface Message {
  readonly author: string;
  readonly fromTeam: boolean;
  readonly at: Date;
  readonly body: Text;
}

export interface Ticket {
  readonly id: number;
  readonly subject: Text;
  readonly requester: string;
  readonly category: Category;
  readonly status: Status;
  readonly priority: Priority;
  /** Oldest first, never empty: the first one opened the ticket. */
  readonly messages: readonly [Message, ...Message[]];
}

export const openedAt = (ticket: Ticket): Date => ticket.messages[0].at;
export const updatedAt = (ticket: Ticket): Date => (ticket.messages.at(-1) ?? ticket.messages[0]).at;
