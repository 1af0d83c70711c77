import { categories, type Priority, priorities, type Ticket } from './ticket';

export interface Draft {
  readonly subject: string;
  readonly description: string;
  readonly category: Ticket['category'];
  readonly priority: Priority;
}

export const emptyDraft: Draft = { subject: '', description: '', category: 'equipment', priority: 'normal' };
export const isWritten = (draft: Draft) => draft.subject.trim() !== '' || draft.description.trim() !== '';

// One draft per user: two users may use one tab, one after the other.
const getKey = (email: string | undefined) => `smsa:draft:${email ?? ''}`;

/** The draft of this tab; empty when there is none or it cannot be read. */
export function readDraft(email: string | undefined): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(getKey(email)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return emptyDraft;
    const field = (name: keyof Draft): unknown => Reflect.get(stored, name);
    const text = (name: keyof Draft) => String(field(name) ?? '');
    return {
      subject: text('subject'),
      description: text('description'),
      category: categories.find((name) => name === field('category')) ?? emptyDraft.category,
      priority: priorities.find((name) => name === field('priority')) ?? emptyDraft.priority,
    };
  } catch {
    return emptyDraft;
  }
}

/** Saves the draft for this tab; deletes it when it is empty. */
export function writeDraft(email: string | undefined, draft: Draft): void {
  try {
    if (isWritten(draft)) sessionStorage.setItem(getKey(email), JSON.stringify(draft));
    else sessionStorage.removeItem(getKey(email));
  } catch {
    // Storage is blocked: the form works without a saved draft.
  }
}
