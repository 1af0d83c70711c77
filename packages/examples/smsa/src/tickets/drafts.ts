import { categories, type Priority, priorities, type Ticket } from './ticket';

/** A new ticket that is not sent yet. */
export interface TicketDraft {
  readonly subject: string;
  readonly description: string;
  readonly category: Ticket['category'];
  readonly priority: Priority;
}

/** All that the user has typed and not sent. */
export interface Drafts {
  readonly ticket: TicketDraft;
  /** By the number of the ticket; never empty texts. */
  readonly answers: Readonly<Record<string, string>>;
  readonly evaluation: { readonly rating?: number; readonly comment: string };
}

export const emptyTicket: TicketDraft = { subject: '', description: '', category: 'equipment', priority: 'normal' };
export const emptyEvaluation: Drafts['evaluation'] = { comment: '' };
const emptyDrafts: Drafts = { ticket: emptyTicket, answers: {}, evaluation: emptyEvaluation };

export const isWritten = (draft: TicketDraft) => draft.subject.trim() !== '' || draft.description.trim() !== '';

// By user: two users may use one browser, one after the other.
const getKey = (email: string | undefined) => `smsa:drafts:${email ?? ''}`;

/** The saved drafts; empty when there are none or they cannot be read. */
export function readDrafts(email: string | undefined): Drafts {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(getKey(email)) ?? 'null');
    const ticket = readField(stored, 'ticket');
    const text = (owner: unknown, name: string) => String(readField(owner, name) ?? '');
    const rating = readField(readField(stored, 'evaluation'), 'rating');
    const answers = Object.entries(readField(stored, 'answers') ?? {});
    return {
      ticket: {
        subject: text(ticket, 'subject'),
        description: text(ticket, 'description'),
        category: categories.find((name) => name === readField(ticket, 'category')) ?? emptyTicket.category,
        priority: priorities.find((name) => name === readField(ticket, 'priority')) ?? emptyTicket.priority,
      },
      answers: Object.fromEntries(answers.map(([id, body]) => [id, String(body)])),
      evaluation: {
        ...(typeof rating === 'number' && { rating }),
        comment: text(readField(stored, 'evaluation'), 'comment'),
      },
    };
  } catch {
    return emptyDrafts;
  }
}

/**
 * Saves the drafts in this browser.
 * @returns `false` when its storage is blocked or full
 */
export function writeDrafts(email: string | undefined, drafts: Drafts): boolean {
  try {
    if (areSame(drafts, emptyDrafts)) localStorage.removeItem(getKey(email));
    else localStorage.setItem(getKey(email), JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

export function areSame(one: Drafts, other: Drafts): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readField(owner: unknown, name: string): unknown {
  return typeof owner === 'object' && owner !== null ? Reflect.get(owner, name) : undefined;
}
