import { firstLetter, type Tenant } from '@portico/contract';

/** Fills the slots of rendered HTML in one pass, so that a value that looks like a slot stays as it is. */
export function fillSlots(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => values[name] ?? slot);
}

/** The HTML before the name of a tenant: its logo, or its first letter. */
export interface Marks {
  readonly logo: string;
  readonly letter: string;
}

export function renderMark(marks: Marks, { name, logo }: Tenant): string {
  return fillSlots(logo === undefined ? marks.letter : marks.logo, {
    letter: escapeHtml(firstLetter(name)),
    logo: escapeHtml(logo ?? ''),
  });
}

/** Wraps rendered HTML in the place where the shell will mount the same part. */
export function renderPlace(name: string, html: string): string {
  return `<div class="portico-place" data-rendered="${name}"><div>${html}</div></div>`;
}

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
