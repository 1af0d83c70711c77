import type { ChangeAction } from '@portico/contract';

/** What the audit log records. Changes of the live map have their names of the history. */
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
  | 'app-defined'
  | 'app-removed'
  | 'user-added'
  | 'user-disabled'
  | 'user-enabled'
  | 'user-deleted'
  | 'access-granted'
  | 'access-revoked'
  | 'service-key-created'
  | 'service-key-revoked'
  | 'team-token-created'
  | 'team-token-revoked'
  | 'preview'
  | 'preview-revoked'
  | 'publishing-refused'
  | 'operator-read'
  | 'operator-refused';

/** `visitor` is somebody who is not signed in, `portal` the server itself. */
export type ActorKind = 'user' | 'operator' | 'team' | 'visitor' | 'portal';

/** Who acts. The name is that of a team token. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id?: string;
  readonly name?: string;
}

/** Where a call came from. */
export interface CallOrigin {
  readonly ip: string;
  readonly requestId: string;
}

/** One action. It never contains passwords, tokens or codes. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: Actor;
  /** Absent for what the portal does by itself. */
  readonly origin?: CallOrigin | undefined;
  /** The user that the action is about. */
  readonly userId?: string | undefined;
  /**
   * Instead of it, the e-mail that somebody typed, known or not, and its keyed hash. The database stores only the hash.
   */
  readonly typed?: { readonly email: string; readonly hash: string };
  readonly tenant?: string;
  /** What the action is about, such as the key of a module. */
  readonly target?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
