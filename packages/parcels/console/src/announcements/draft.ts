import type { AnnouncementTexts, Locale } from '@portico/contract';
import type { Announcement, NewAnnouncement } from '@portico/contract/administration';
import { listOptions } from '../command-line/command-line';

/** The content of the form: texts as typed, and times of the browser's zone as `<input type="datetime-local">` has them. */
export interface Draft {
  readonly delivery: Announcement['delivery'];
  readonly kind: Announcement['kind'];
  readonly texts: Readonly<Record<Locale, { readonly title: string; readonly body: string }>>;
  /** Empty for all users. */
  readonly module: string;
  /** Empty for now. */
  readonly begin: string;
  readonly end: string;
}

export type DraftProblem = 'title_missing' | 'body_alone' | 'end_missing';

const day = 24 * 60 * 60 * 1000;
const noText = { title: '', body: '' };

/** A banner of a day. */
export function createDraft(): Draft {
  const end = toLocal(new Date(Date.now() + day).toISOString());
  return { delivery: 'banner', kind: 'information', texts: { pt: noText, en: noText }, module: '', begin: '', end };
}

export function toDraft({ begins_at, delivery, ends_at, kind, module, texts }: Announcement): Draft {
  const end = ends_at === null ? '' : toLocal(ends_at);
  const { pt = noText, en = noText } = texts;
  return { delivery, kind, texts: { pt, en }, module: module ?? '', begin: toLocal(begins_at), end };
}

/** Readers keep a notification that was sent. */
export function isEditable({ delivery, state }: Announcement): boolean {
  return state === 'planned' || (state === 'now' && delivery === 'banner');
}

/** Returns the texts that have a title. */
export function pickTexts({ texts: { pt, en } }: Draft): AnnouncementTexts {
  return { ...(pt.title.trim() && { pt }), ...(en.title.trim() && { en }) };
}

export function findProblem(draft: Draft): DraftProblem | undefined {
  const { begin, delivery, end, texts } = draft;
  if (Object.values(texts).some(({ title, body }) => body.trim() !== '' && title.trim() === '')) return 'body_alone';
  if (Object.keys(pickTexts(draft)).length === 0) return 'title_missing';
  if (delivery === 'notification') return undefined;
  const isEnded = end !== '' && new Date(end) > (begin === '' ? new Date() : new Date(begin));
  return isEnded ? undefined : 'end_missing';
}

/** @param seen the announcement that is edited; its times stay exact where the form has not changed them */
export function toBody(draft: Draft, seen?: Announcement): NewAnnouncement {
  const { begin, delivery, end, kind, module } = draft;
  const before = seen && toDraft(seen);
  return {
    delivery,
    kind,
    texts: pickTexts(draft),
    module: module.trim() === '' ? null : module.trim(),
    ...(begin !== '' && begin !== before?.begin && { begins_at: new Date(begin).toISOString() }),
    ...(delivery === 'banner' && end !== before?.end && { ends_at: new Date(end).toISOString() }),
  };
}

/** Returns the words of the command that does the same. */
export function listWords(draft: Draft, scope: readonly string[]): string[] {
  const { begins_at, ends_at, kind, module, texts, delivery } = toBody(draft);
  const options = {
    pt: texts.pt?.title,
    'pt-body': texts.pt?.body,
    en: texts.en?.title,
    'en-body': texts.en?.body,
    module,
    from: begins_at,
    until: ends_at,
  };
  return [
    'announcement',
    'create',
    ...scope,
    ...listOptions(options),
    ...(kind === 'warning' ? ['--warning'] : []),
    ...(delivery === 'notification' ? ['--notification'] : []),
  ];
}

/** Returns a time in the zone of the browser, to the minute. */
function toLocal(at: string): string {
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
