import { firstLetter, type Tenant } from '@portico/contract';

/** Fills the slots of rendered HTML in one pass: values are not searched for slots. */
export function fillSlots(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => values[name] ?? slot);
}

/** Templates of the mark before a tenant's name. */
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

/** Wraps server-rendered HTML in the element where the shell mounts the same part. */
export function renderPlace(name: string, html: string): string {
  return `<div class="portico-place" data-rendered="${name}"><div>${html}</div></div>`;
}

/** Escapes a text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
