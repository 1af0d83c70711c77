import * as v from 'valibot';
import { tenantKeySchema } from '../configuration';
import { createLimitSchema, createPageSchema } from '../list-page';
import { mailedCodeSchema } from '../password';
import { userNameSchema } from '../personal-data';
import { emailSchema } from '../sign-in-request';
import { timeSchema } from '../time';
import { signInMethods } from './sign-in-methods';

/**
 * The states of a user: the first reason that refuses a sign-in, or `active`. `no-password` is for users who have neither
 * a password nor another way to sign in.
 */
export const userStates = ['active', 'disabled', 'suspended', 'no-password', 'locked'] as const;

export type UserState = (typeof userStates)[number];

/** The orders of a list of people. A minus reverses one. */
export const peopleSorts = ['name', '-name', 'email', '-email'] as const;

/** The query of `GET /operator/tenants/{tenant}/users`. `after` is `next` of the page before. */
export const peopleQuerySchema = v.strictObject({
  /** A part of the name, accents ignored, or of the e-mail. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), ''),
  state: v.optional(v.picklist(userStates)),
  sort: v.optional(v.picklist(peopleSorts), 'name'),
  after: v.optional(v.pipe(v.string(), v.maxLength(2000)), ''),
  limit: createLimitSchema(100),
});

export type PeopleQuery = v.InferOutput<typeof peopleQuerySchema>;

const listedPersonSchema = v.object({
  email: v.string(),
  name: v.string(),
  disabled: v.boolean(),
  state: v.picklist(userStates),
  last_sign_in_at: v.nullable(timeSchema),
});

/** A person in a list. */
export type ListedPerson = v.InferOutput<typeof listedPersonSchema>;

/** A page of people. `next` is null on the last page. */
export const peoplePageSchema = createPageSchema(listedPersonSchema);

export type PeoplePage = v.InferOutput<typeof peoplePageSchema>;

/**
 * `reason` and `limit` are null for a sign-in; `limit` names the limit of a refusal by too many tries. `method` is null in
 * records of the previous release.
 */
const signInSchema = v.object({
  at: timeSchema,
  method: v.optional(v.nullable(v.picklist(signInMethods)), null),
  reason: v.nullable(v.string()),
  limit: v.nullable(v.string()),
  tenant: v.nullable(v.string()),
  ip: v.string(),
  browser: v.string(),
  system: v.string(),
});

/** A sign-in or a refused one, from the audit log. */
export type SignInRecord = v.InferOutput<typeof signInSchema>;

const waysSchema = v.object({
  has_password: v.boolean(),
  /** Whether the tenant has switched passwords off, and passkeys with them. */
  passwords_off: v.boolean(),
  /** The passkeys that work at the tenant. */
  passkeys: v.number(),
  /** The names of the providers of the tenant that have signed the user in. */
  providers: v.array(v.string()),
  /** Those that accept the e-mail of the user, who has not signed in there yet. */
  expecting_providers: v.array(v.string()),
  /** Whether an invitation to the tenant waits for the user. */
  is_invited: v.boolean(),
});

/** `GET /operator/tenants/{tenant}/users/{email}`, and `GET /operator/users/{email}` for all tenants. */
export const personSchema = v.object({
  ...v.omit(listedPersonSchema, ['last_sign_in_at']).entries,
  created_at: timeSchema,
  /** The limits that refuse the user now, and until when they do. */
  locks: v.array(v.object({ limit: v.string(), until: timeSchema })),
  last_sign_in: v.nullable(signInSchema),
  last_refusal: v.nullable(signInSchema),
  /** The address that the user has not proved yet. */
  address_change: v.nullable(v.object({ email: v.string(), expires_at: timeSchema })),
  /**
   * The applications. `granted_by` is the name of a group, null without one; `provider` that of the provider whose claims
   * give the application or the group, null for what is given by hand.
   */
  apps: v.array(
    v.object({
      tenant: v.string(),
      module: v.string(),
      name: v.string(),
      granted_by: v.nullable(v.string()),
      // The previous release has no providers.
      provider: v.optional(v.nullable(v.string()), null),
    }),
  ),
  sessions: v.array(
    v.object({
      id: v.string(),
      browser: v.string(),
      system: v.string(),
      ip: v.string(),
      created_at: timeSchema,
      last_used_at: timeSchema,
    }),
  ),
  /** The last 30 days, the newest first. */
  sign_ins: v.array(signInSchema),
  /** All tenants of the user, for operators only. */
  tenants: v.optional(v.array(tenantKeySchema)),
  /** Whether the caller may change this user; false if the user belongs to other tenants too. */
  is_manageable: v.boolean(),
  /** When the user set up their second factor; null without one. The previous release does not tell. */
  second_factor_since: v.optional(v.nullable(timeSchema), null),
  /** How the user can sign in. The previous release does not tell. */
  ways: v.exactOptional(waysSchema),
  /** Identifies the name, the e-mail and the state that the caller has read, for a change. The previous release has none. */
  edition: v.exactOptional(v.string()),
});

export type Person = v.InferOutput<typeof personSchema>;

/** The edition of the person that the author of a change has seen; 409 `user-changed` if they have changed since. */
const seenEditionSchema = v.exactOptional(v.pipe(v.string(), v.maxLength(100)));

/** `PATCH /operator/users/{email}` and `PATCH /operator/tenants/{tenant}/users/{email}`. Disabling ends all sessions. */
export const personChangeSchema = v.pipe(
  v.strictObject({
    name: v.optional(userNameSchema),
    disabled: v.optional(v.boolean()),
    edition: seenEditionSchema,
  }),
  v.check(({ name, disabled }) => name !== undefined || disabled !== undefined, 'nothing-to-change'),
);

/**
 * `PUT …/users/{email}/address` starts a change of the address, which the user confirms. The answer has the present one:
 * that of an account without a sign-in is the new one already.
 */
export const addressChangeSchema = v.strictObject({ email: emailSchema, edition: seenEditionSchema });

/** `POST /auth/address` starts a change of the own address, which the user confirms. */
export const ownAddressChangeSchema = v.strictObject({ email: emailSchema });

/** `PUT /auth/address`: the user, who has proved who they are, confirms a new address by the code mailed to it. */
export const addressConfirmationSchema = v.strictObject({ code: mailedCodeSchema });
