import * as v from 'valibot';
import { createPageSchema, listQuerySchema } from '../list-page';
import { newPasskeySchema } from '../passkeys';
import { newPasswordSchema } from '../password';
import { nameMaxLength } from '../personal-data';
import { createLineSchema } from '../plain-text';
import { localeSchema } from '../settings';

/** Maximum number of rows that are invited together. */
export const invitedRowsMax = 10_000;

/** The size of a list with the most rows, in characters. */
export const invitedTextMax = 2_000_000;

const namesSchema = v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(100)), []);

/**
 * `POST /operator/tenants/{tenant}/invitations/plan` says what an invitation of these addresses will do, and changes
 * nothing. `text` is a CSV document with a header, or addresses separated by commas, semicolons, spaces or lines;
 * `modules` and `groups` (names) are given to every row besides its own.
 */
export const invitationRequestSchema = v.object({
  text: v.pipe(v.string(), v.maxLength(invitedTextMax)),
  modules: namesSchema,
  groups: namesSchema,
});

/** The body of `POST …/invitations/plan`. */
export type InvitationRequest = v.InferInput<typeof invitationRequestSchema>;

/** Why a row is refused. */
const invitationRefusals = [
  'malformed-email',
  'malformed-name',
  'twice',
  'unknown-app',
  'unknown-group',
  'already-invited',
  'nothing-new',
] as const;

/** The name in a row, which may be empty. */
export const invitedNameSchema = createLineSchema(nameMaxLength, 'name');

const plannedRowSchema = v.object({
  /** The line in the text, from 1. */
  line: v.number(),
  email: v.string(),
  name: v.string(),
  modules: v.array(v.string()),
  groups: v.array(v.string()),
  /** `invite` mails a link; `grant` gives a member of the tenant the applications and groups. */
  outcome: v.picklist(['invite', 'grant', 'refused']),
  refusal: v.nullable(v.picklist(invitationRefusals)),
  /** The refused value, such as an unknown key. */
  detail: v.string(),
});

/** A row of a plan. */
export type PlannedRow = v.InferOutput<typeof plannedRowSchema>;

/** The effects of an invitation. `digest` identifies the plan. */
export const invitationPlanSchema = v.object({ rows: v.array(plannedRowSchema), digest: v.string() });

/** The effects of an invitation. */
export type InvitationPlan = v.InferOutput<typeof invitationPlanSchema>;

/**
 * `POST …/invitations` does what the plan with this digest says for every row that is not refused, all or none. Answers
 * 409 `plan-changed` if the plan is another one by now.
 */
export const newInvitationsSchema = v.object({
  ...invitationRequestSchema.entries,
  digest: v.string(),
  /** The language of the mails. */
  locale: localeSchema,
});

/** The answer of `POST …/invitations`. */
export const invitedSchema = v.object({ invited: v.number(), granted: v.number() });

/** The states of an invitation; an administrator does not learn whether its address has an account. */
const invitationStates = ['waiting', 'sent', 'failed', 'expired', 'accepted', 'withdrawn'] as const;

const invitationSchema = v.object({
  id: v.string(),
  email: v.string(),
  name: v.string(),
  modules: v.array(v.string()),
  state: v.picklist(invitationStates),
  created_at: v.string(),
  expires_at: v.string(),
});

/** An invitation to a tenant. */
export type Invitation = v.InferOutput<typeof invitationSchema>;

/** The query of `GET …/invitations`. */
export const invitationQuerySchema = v.object({
  ...listQuerySchema.entries,
  state: v.optional(v.picklist(['open', 'ended'])),
});

/** `GET …/invitations`, the newest first. */
export const invitationPageSchema = createPageSchema(invitationSchema);

const tokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** `POST /invitations/open`: the token is the fragment of the mailed link. A part of one is no error of the caller. */
export const openInvitationSchema = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });

/** The answer of `POST /invitations/open`. */
export const openedInvitationSchema = v.object({
  email: v.string(),
  tenant_name: v.string(),
  /** Whether the user has no password yet, and sets it now. */
  needs_password: v.boolean(),
  name: v.string(),
});

/** An invitation as its page shows it. */
export type OpenedInvitation = v.InferOutput<typeof openedInvitationSchema>;

/**
 * `POST /invitations/accept` makes the user a member, once. `name` and `password` are those of a new user, who may set a
 * passkey instead of a password: `POST /invitations/passkey` gives the options for it.
 */
export const acceptInvitationSchema = v.object({
  token: tokenSchema,
  name: v.optional(v.pipe(invitedNameSchema, v.nonEmpty('name-missing'))),
  password: v.optional(newPasswordSchema),
  passkey: v.optional(newPasskeySchema),
});
