import * as v from 'valibot';

const textOrNull = v.nullable(v.string());

/** A record of `GET /operator/audit`. Names and e-mails of what no longer exists are null. */
const auditRecordSchema = v.object({
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
});

/** A record of the audit log. */
export type AuditRecord = v.InferOutput<typeof auditRecordSchema>;

/** The response of `GET /operator/audit`: a page of records, the newest first. */
export const auditRecordListSchema = v.array(auditRecordSchema);
