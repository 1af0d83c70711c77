import * as v from 'valibot';
import { tenantKeySchema } from '../configuration';
import type { ChangeAction } from '../publishing/map-changes';
import { emailSchema } from '../sign-in-request';

/** The actions of the audit log; the console has a name for each. Changes of the live map have the same names as in its history. */
export type AuditAction =
  | ChangeAction
  | 'sign-in'
  | 'sign-in-refused'
  | 'emergency-link-created'
  | 'emergency-sign-in'
  | 'sign-out'
  | 'session-ended'
  | 'identity-linked'
  | 'identity-unlinked'
  | 'linking-code-requested'
  | 'sign-in-provider-changed'
  | 'sign-in-provider-removed'
  | 'provider-token-issued'
  | 'logout-token-refused'
  | 'refresh-token-replayed'
  | 'second-factor-asked'
  | 'second-factor-set-up'
  | 'second-factor-removed'
  | 'recovery-codes-renewed'
  | 'tenant-factor-changed'
  | 'device-forgotten'
  | 'device-reported'
  | 'password-changed'
  | 'password-change-refused'
  | 'recovery-requested'
  | 'password-recovered'
  | 'recovery-refused'
  | 'passkey-added'
  | 'passkey-renamed'
  | 'passkey-removed'
  | 'passkey-blocked'
  | 'confirmation-refused'
  | 'confirmation-code-requested'
  | 'tenant-added'
  | 'tenant-removed'
  | 'look-changed'
  | 'app-defined'
  | 'app-removed'
  | 'place-off'
  | 'place-on'
  | 'user-added'
  | 'user-disabled'
  | 'user-enabled'
  | 'user-renamed'
  | 'user-unlocked'
  | 'user-changed'
  | 'user-suspended'
  | 'user-resumed'
  | 'user-removed'
  | 'user-deleted'
  | 'sessions-ended'
  | 'address-change-started'
  | 'address-change-stopped'
  | 'address-change-refused'
  | 'address-changed'
  | 'access-granted'
  | 'access-revoked'
  | 'role-granted'
  | 'role-revoked'
  | 'caller-confirmed'
  | 'group-added'
  | 'group-changed'
  | 'group-removed'
  | 'mapping-added'
  | 'mapping-removed'
  | 'access-requested'
  | 'access-request-granted'
  | 'access-request-declined'
  | 'invited'
  | 'invitation-resent'
  | 'invitation-withdrawn'
  | 'invitation-accepted'
  | 'announcement-added'
  | 'announcement-changed'
  | 'announcement-removed'
  | 'service-key-created'
  | 'service-key-revoked'
  | 'team-token-created'
  | 'team-token-revoked'
  | 'scim-token-created'
  | 'scim-token-revoked'
  | 'scim-refused'
  | 'backup-made'
  | 'preview'
  | 'preview-revoked'
  | 'rollout-held'
  | 'rollout-continued'
  | 'publishing-refused'
  | 'operator-read'
  | 'operator-refused';

const wholeNumberSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const instantSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
);
const auditPageMax = 500;
const actionSchema = v.pipe(v.string(), v.regex(/^[a-z-]{1,64}$/));
const personSchema = v.union([emailSchema, v.pipe(v.string(), v.uuid())]);

/**
 * The query of `GET /operator/audit` and `GET /operator/tenants/{tenant}/audit`. The next page starts after the last
 * record: `since` is its time and `after` its id, or with `newest`, `until` and `before`.
 */
export const auditQuerySchema = v.pipe(
  v.object({
    since: v.exactOptional(instantSchema),
    after: v.exactOptional(wholeNumberSchema),
    until: v.exactOptional(instantSchema),
    before: v.exactOptional(wholeNumberSchema),
    limit: v.optional(v.pipe(wholeNumberSchema, v.minValue(1), v.maxValue(auditPageMax)), String(auditPageMax)),
    /** The e-mail or the id of the user that a record is about. */
    user: v.exactOptional(personSchema),
    /** An e-mail, the id of a user or a team token, or a kind such as `operator`, `team` or `portal`. */
    actor: v.exactOptional(
      v.union([personSchema, v.picklist(['user', 'operator', 'team', 'directory', 'visitor', 'portal'])]),
    ),
    action: v.exactOptional(actionSchema),
    tenant: v.exactOptional(tenantKeySchema),
    /** Whether reads of operators are listed too. */
    reads: v.optional(v.picklist(['true', 'false']), 'false'),
    /** Whether the newest records come first. */
    newest: v.optional(v.picklist(['true', 'false']), 'false'),
  }),
  v.transform(({ newest, reads, ...query }) => ({ ...query, newest: newest === 'true', reads: reads === 'true' })),
);

/** A parsed query of the audit log. */
export type AuditQuery = v.InferOutput<typeof auditQuerySchema>;

const textOrNull = v.nullable(v.string());

/** `GET /operator/audit`: a page of records by time. Names and e-mails are null after they were deleted. */
export const auditRecordListSchema = v.array(
  v.object({
    id: v.number(),
    at: v.string(),
    action: v.string(),
    actor: v.object({ kind: v.string(), id: textOrNull, name: textOrNull }),
    /** The user that the action is about. */
    user: v.nullable(v.object({ id: v.string(), email: textOrNull })),
    /** A keyed hash of the e-mail that a visitor typed. */
    account: textOrNull,
    tenant: textOrNull,
    target: textOrNull,
    details: v.record(v.string(), v.unknown()),
    address: textOrNull,
    request_id: textOrNull,
  }),
);

/** A record of the audit log. */
export type AuditRecord = v.InferOutput<typeof auditRecordListSchema>[number];
