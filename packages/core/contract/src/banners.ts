import * as v from 'valibot';
import { shownTextSchema } from './plain-text';
import type { Locale } from './settings';
import { timeSchema } from './time';

/** The tone of an announcement. */
export const announcementKinds = ['information', 'warning'] as const;

/** The title and the body of an announcement in one language. */
interface AnnouncementText {
  readonly title: string;
  readonly body: string;
}

/** The texts of an announcement, in one language or in both. */
export type AnnouncementTexts = { readonly [Language in Locale]?: AnnouncementText };

/** Returns the text in a language, or in the other one if it lacks that, and the language of the text. */
export function pickAnnouncementText(
  texts: AnnouncementTexts,
  wanted: Locale,
): AnnouncementText & { readonly language: Locale } {
  const language = texts[wanted] ? wanted : wanted === 'pt' ? 'en' : 'pt';
  return { title: '', body: '', ...texts[language], language };
}

const textSchema = v.exactOptional(v.object({ title: shownTextSchema, body: shownTextSchema }));
/**
 * The banners of a user, in `announcements` of `GET /users/me`. `channel` is the mark of their tenant in messages about
 * announcements; `now` is the time of the server; at `next_at` another banner begins.
 */
export const userAnnouncementsSchema = v.object({
  channel: v.string(),
  now: timeSchema,
  next_at: v.nullable(timeSchema),
  items: v.array(
    v.object({
      /** Stands for the announcement, its edition and the user, for the browser that remembers what was closed. */
      key: v.string(),
      kind: v.picklist(announcementKinds),
      texts: v.object({ pt: textSchema, en: textSchema }),
      module: v.nullable(v.string()),
      ends_at: timeSchema,
    }),
  ),
});

export type UserAnnouncements = v.InferOutput<typeof userAnnouncementsSchema>;
