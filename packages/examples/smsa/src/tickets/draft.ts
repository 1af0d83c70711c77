import { categories, type Priority, priorities, type Ticket } from './ticket';

export interface Draft {
  readonly subject: string;
  readonly description: string;
  readonly category: Ticket['category'];
  readonly priority: Priority;
}

export const emptyDraft: Draft = { subject: '', description: '', category: 'equipment', priority: 'normal' };
export const isWritten = (draft: Draft) => draft.subject.trim() !== '' || draft.description.trim() !== '';

// One draft a person: two people may use one tab, one after the other.
const keyOf = (email: string | undefined) => `smsa:draft:${email ?? ''}`;

/** The draft of this tab; an empty one when there is none, or none that can be read. */
export function readDraft(email: string | undefined): Draft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(email)) ?? 'null');
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

/** Keeps the draft for this tab; an empty one is forgotten. */
export function writeDraft(email: string | undefined, draft: Draft): void {
  try {
    if (isWritten(draft)) sessionStorage.setItem(keyOf(email), JSON.stringify(draft));
    else sessionStorage.removeItem(keyOf(email));
  } catch {
    // No storage here: the form still works, it only forgets when it is left.
  }
}
