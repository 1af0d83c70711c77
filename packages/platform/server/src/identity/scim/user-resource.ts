import { emailSchema, userNameSchema } from '@portico/contract';
import { ScimError as PatchError, type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import * as v from 'valibot';
import { parse } from '../../http/parse';
import { createEntityTag } from '../../http/prepared-text';
import type { DirectoryUser } from './directory-users';
import { readOperations } from './read-operations';
import { ScimError } from './scim-error';

const textSchema = v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(254)));
const listedEmailSchema = v.object({ value: textSchema, type: textSchema, primary: v.nullish(v.boolean()) });
const nameSchema = v.object({ formatted: textSchema, givenName: textSchema, familyName: textSchema });
/** Entra sends a text such as "False" (Microsoft Learn, known issues with SCIM compliance). */
const activeSchema = v.union([
  v.boolean(),
  v.pipe(
    v.string(),
    v.regex(/^(?:true|false)$/i),
    v.transform((text) => text.toLowerCase() === 'true'),
  ),
]);

/** A user as directories send it; other attributes are ignored. */
const userSchema = v.object({
  userName: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(254)),
  externalId: textSchema,
  displayName: textSchema,
  name: v.nullish(nameSchema),
  emails: v.nullish(v.pipe(v.array(listedEmailSchema), v.maxLength(50))),
  active: v.optional(activeSchema),
});

export type ScimUser = v.InferOutput<typeof userSchema>;

/** @throws ApiError 400 */
export const parseUser = (body: unknown): ScimUser => parse(userSchema, body);

const writable = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active'];
const readOnly = ['id', 'meta', 'schemas', 'groups'];

const addedEmailSchema = v.object({ ...listedEmailSchema.entries, value: v.string() });
/** The values of a PATCH. These schemas copy the known keys alone, so that no key of the caller reaches a prototype. */
const valueSchemas: Readonly<Record<string, v.GenericSchema>> = {
  name: nameSchema,
  emails: v.union([v.pipe(v.array(addedEmailSchema), v.maxLength(50)), addedEmailSchema]),
};
const leafSchema = v.union([v.string(), v.boolean()]);
/** The filters that find an e-mail. */
const emailFilter = /^\s*(?:type|primary|value)\s+eq\s+(?:"[^"\\]*"|true|false)\s*$/;
const subAttributes: Readonly<Record<string, readonly string[]>> = {
  name: Object.keys(nameSchema.entries),
  emails: Object.keys(listedEmailSchema.entries),
};

/** Applies a PATCH to a user; throws ScimError or ApiError 400. */
export function patchUser(former: ScimUser, body: unknown): ScimUser {
  const operations = readOperations(body, { writable, readOnly }).flatMap(
    ({ attribute, filter, op, sub, value }): ScimPatchOperation[] => {
      const subs = subAttributes[attribute] ?? [];
      const subName = sub === undefined ? undefined : subs.find((one) => one.toLowerCase() === sub.toLowerCase());
      // Such as `emails[type eq "work"].display`, which the portal does not store.
      if (sub !== undefined && subName === undefined) return [];
      if (filter !== undefined && (attribute !== 'emails' || !emailFilter.test(filter))) {
        throw new ScimError(400, 'A path filters e-mails by their type, by primary, or by value.', 'invalidFilter');
      }
      const path = `${attribute}${filter === undefined ? '' : `[${filter}]`}${subName === undefined ? '' : `.${subName}`}`;
      if (op === 'remove') return [{ op, path }];
      const isWhole = subName === undefined && filter === undefined;
      const schema = isWhole ? (valueSchemas[attribute] ?? leafSchema) : leafSchema;
      return [{ op, path, value: parse(v.object({ value: schema }), { value }).value }];
    },
  );
  // The library asks for what every resource has.
  const document: ScimResource & ScimUser = { ...former, schemas: [], meta: { created: epoch, lastModified: epoch } };
  try {
    return parseUser(scimPatch(document, operations));
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw new ScimError(400, 'The path has no target.', 'noTarget');
  }
}

const epoch = new Date(0);

/** Returns a stored user as a directory may change it. */
export function toScimUser({ directory, suspendedAt, user }: DirectoryUser): ScimUser {
  return {
    userName: directory?.userName ?? user.email,
    externalId: directory?.externalId ?? undefined,
    displayName: user.name,
    name: {
      formatted: user.name,
      givenName: directory?.givenName || undefined,
      familyName: directory?.familyName || undefined,
    },
    emails: [{ value: user.email, type: 'work', primary: true }],
    active: suspendedAt === null,
  };
}

/** Returns the answer about a user (RFC 7643, section 4.1). */
export function toUserResource(stored: DirectoryUser, groups: readonly { id: string; name: string }[], base: string) {
  const { directory, joinedAt, user } = stored;
  const location = `${base}/Users/${user.id}`;
  const attributes = {
    ...toScimUser(stored),
    groups: groups.map(({ id, name }) => ({ value: id, display: name, $ref: `${base}/Groups/${id}`, type: 'direct' })),
  };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: user.id,
    ...attributes,
    meta: {
      resourceType: 'User',
      created: joinedAt.toISOString(),
      lastModified: (directory?.changedAt ?? joinedAt).toISOString(),
      location,
      version: `W/${createEntityTag([JSON.stringify(attributes)])}`,
    },
  };
}

/**
 * Returns the e-mail of a user: the primary one, or that of work, or the first; without any, `userName`.
 * @param former the user before a change: an e-mail that was the `userName` follows it
 * @throws ScimError 400
 */
export function getAddress(user: ScimUser, former?: ScimUser): string {
  const emails = user.emails?.filter(({ value }) => value) ?? [];
  const listed =
    emails.findLast(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0];
  const before = former?.emails?.[0]?.value;
  const isFollowing =
    before !== undefined && listed?.value === before && former?.userName === before && v.is(emailSchema, user.userName);
  const address = v.safeParse(emailSchema, isFollowing ? user.userName : (listed?.value ?? user.userName));
  if (address.success) return address.output;
  if (former !== undefined && listed === undefined && before) return before;
  throw new ScimError(400, 'A user needs an e-mail in emails or in userName.', 'invalidValue');
}

/**
 * Returns the name that the portal shows. After a PATCH it is the one of its texts that changed.
 * @throws ScimError 400
 */
export function getName(user: ScimUser, address: string, former?: ScimUser): string {
  const { displayName, name } = user;
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  const formerParts = [former?.name?.givenName, former?.name?.familyName].filter(Boolean).join(' ');
  const shown = former?.displayName;
  const candidates = [
    displayName !== shown && displayName,
    name?.formatted !== shown && name?.formatted,
    parts !== formerParts && parts,
    displayName,
    name?.formatted,
    parts,
  ];
  const parsed = v.safeParse(userNameSchema, candidates.find(Boolean) || address.split('@')[0]);
  if (parsed.success) return parsed.output;
  throw new ScimError(400, 'The name of a user is one line of at most 120 characters.', 'invalidValue');
}
