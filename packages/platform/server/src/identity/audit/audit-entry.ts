import type { ChangeAction } from '@portico/contract';

/** Actions in the audit log. Changes of the live map have the same names as in its history. */
export type AuditAction =
  | ChangeAction
  | 'sign-in'
  | 'sign-in-refused'
  | 'sign-out'
  | 'session-ended'
  | 'refresh-token-replayed'
  | 'password-changed'
  | 'password-change-refused'
  | 'recovery-requested'
  | 'password-recovered'
  | 'recovery-refused'
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
  | 'backup-made'
  | 'preview'
  | 'preview-revoked'
  | 'rollout-held'
  | 'rollout-continued'
  | 'publishing-refused'
  | 'operator-read'
  | 'operator-refused';

/** `visitor` is a caller who is not signed in, `portal` is the server. */
export type ActorKind = 'user' | 'operator' | 'team' | 'visitor' | 'portal';

/** The actor of an action. `name` is the name of a team token. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id?: string;
  readonly name?: string;
}

/** The network address, browser and id of a call. */
export interface CallOrigin {
  readonly ip: string;
  readonly requestId: string;
  readonly userAgent: string;
}

/** One action. It never contains passwords, tokens or codes. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: Actor;
  /** Absent for actions of the portal itself. */
  readonly origin?: CallOrigin | undefined;
  /** The user that the action is about. */
  readonly userId?: string | undefined;
  /** Replaces `userId`: the typed e-mail, known or not, and its keyed hash. The database stores only the hash. */
  readonly typed?: { readonly email: string; readonly hash: string };
  readonly tenant?: string | undefined;
  /** The object of the action, such as the key of a module. */
  readonly target?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}
