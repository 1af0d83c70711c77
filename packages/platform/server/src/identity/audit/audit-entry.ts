import type { AuditAction } from '@portico/contract/administration';

/** `directory` is a SCIM client of a tenant, `visitor` is a caller who is not signed in, `portal` is the server. */
export type ActorKind = 'user' | 'operator' | 'team' | 'directory' | 'visitor' | 'portal';

/** The actor of an action. `name` is that of a team's or a directory's token. */
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
  /** None if it is empty or null. */
  readonly tenant?: string | null | undefined;
  /** The object of the action, such as the key of a module. */
  readonly target?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>>;
}
