import * as v from 'valibot';
import { announcementKinds } from '../banners';
import { createLimitSchema, createPageSchema } from '../list-page';
import { createLineSchema } from '../plain-text';
import { moduleKeySchema } from '../published-names';

/** A banner is shown from its begin to its end; a notification is delivered once, at its begin. */
export const announcementDeliveries = ['banner', 'notification'] as const;

/** The states of an announcement at a time. A notification is over once it is delivered to all its readers. */
export const announcementStates = ['planned', 'now', 'over'] as const;

/** Maximum lengths. Both languages of a notification fit into one. */
export const announcementLengths = { title: 90, body: 600 } as const;

const textSchema = v.object({
  title: v.pipe(createLineSchema(announcementLengths.title), v.nonEmpty()),
  body: v.optional(
    // A banner is one paragraph.
    v.pipe(
      v.string(),
      v.transform((text) => text.replace(/\s*[\r\n]+\s*/g, ' ')),
      createLineSchema(announcementLengths.body),
    ),
    '',
  ),
});

const textsSchema = v.pipe(
  v.strictObject({ pt: v.exactOptional(textSchema), en: v.exactOptional(textSchema) }),
  v.check(({ pt, en }) => pt !== undefined || en !== undefined, 'text-missing'),
);

/** A time with its zone (RFC 3339), as the database can store it. */
const instantSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/),
  v.check((text) => !Number.isNaN(Date.parse(text))),
);

/**
 * `POST /operator/tenants/{tenant}/announcements`, and `POST /operator/announcements` for all tenants. It begins now
 * without `begins_at`. A banner needs an end. With `module`, only users who may use it see the announcement; a banner
 * then shows while the module is on screen.
 */
export const newAnnouncementSchema = v.strictObject({
  delivery: v.optional(v.picklist(announcementDeliveries), 'banner'),
  kind: v.optional(v.picklist(announcementKinds), 'information'),
  texts: textsSchema,
  module: v.optional(v.nullable(moduleKeySchema), null),
  begins_at: v.optional(instantSchema),
  ends_at: v.optional(instantSchema),
});

/** The body of `POST …/announcements`. */
export type NewAnnouncement = v.InferInput<typeof newAnnouncementSchema>;

/**
 * `PATCH …/announcements/{id}` changes the given fields. `edition` is the one that the author saw: answers 409
 * `announcement-changed` if there is a later one. `ends_at: now` ends a banner by the clock of the server.
 */
export const announcementChangeSchema = v.strictObject({
  edition: v.optional(v.pipe(v.number(), v.safeInteger())),
  kind: v.optional(v.picklist(announcementKinds)),
  texts: v.optional(textsSchema),
  module: v.optional(v.nullable(moduleKeySchema)),
  begins_at: v.optional(instantSchema),
  ends_at: v.optional(v.union([v.literal('now'), instantSchema])),
});

/** The body of `PATCH …/announcements/{id}`. */
export type AnnouncementChange = v.InferInput<typeof announcementChangeSchema>;

/** An announcement as its authors read it. */
export const announcementSchema = v.object({
  id: v.string(),
  /** Grows with each change. */
  edition: v.number(),
  state: v.picklist(announcementStates),
  delivery: v.picklist(announcementDeliveries),
  kind: v.picklist(announcementKinds),
  texts: textsSchema,
  module: v.nullable(v.string()),
  begins_at: v.string(),
  /** Null for a notification. */
  ends_at: v.nullable(v.string()),
});

export type Announcement = v.InferOutput<typeof announcementSchema>;

/** The query of `GET …/announcements`, the latest begin first. `after` is `next` of the page before. */
export const announcementQuerySchema = v.strictObject({
  state: v.optional(v.picklist(announcementStates)),
  after: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
  limit: createLimitSchema(50),
});

export type AnnouncementQuery = v.InferOutput<typeof announcementQuerySchema>;

/** A page of announcements. `next` is null on the last page. */
export const announcementPageSchema = createPageSchema(announcementSchema);
