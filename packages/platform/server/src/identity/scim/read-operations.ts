import * as v from 'valibot';
import { parse } from '../../http/parse';
import { ScimError } from './scim-error';

/** One change of a PATCH. `filter` is the text in brackets, `sub` the attribute behind the dot. */
export interface ScimOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly attribute: string;
  readonly filter: string | undefined;
  readonly sub: string | undefined;
  readonly value: unknown;
}

/** The attributes of a resource that a PATCH may change, and those that it may not. */
interface PatchedAttributes {
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
}

const patchSchema = v.object({
  Operations: v.pipe(
    v.array(
      v.object({
        op: v.pipe(v.string(), v.toLowerCase(), v.picklist(['add', 'remove', 'replace'])),
        path: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
        value: v.optional(v.unknown()),
      }),
    ),
    v.minLength(1),
    v.maxLength(1000),
  ),
});

const recordSchema = v.record(v.string(), v.unknown());
const pathPattern = /^(?:(urn:.{1,200}):)?([\w$-]{1,100})(?:\[(.{1,1500})\])?(?:\.([\w$-]{1,100}))?$/i;
const corePrefix = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group)$/i;

/**
 * Reads a PATCH (RFC 7644, section 3.5.2) as Entra and Okta send it: `op` in any case, and values without a path, whose
 * keys may be paths. Names only attributes of the resource, in their own spelling, so that no path leads to a prototype.
 * Ignores attributes that the portal does not store: directories send all that they map.
 * @throws ScimError 400
 */
export function readOperations(body: unknown, { writable, readOnly }: PatchedAttributes): ScimOperation[] {
  const names = new Map(writable.map((name) => [name.toLowerCase(), name]));
  const locked = new Set(readOnly.map((name) => name.toLowerCase()));

  function read(op: ScimOperation['op'], path: string, value: unknown, hasOwnPath: boolean): ScimOperation[] {
    const [matched, schema, name = '', filter, sub] = pathPattern.exec(path.trim()) ?? [];
    if (matched === undefined) throw new ScimError(400, 'The path cannot be read.', 'invalidPath');
    if (schema !== undefined && !corePrefix.test(schema)) return [];
    if (hasOwnPath && locked.has(name.toLowerCase())) throw new ScimError(400, `${name} is read-only.`, 'mutability');
    const attribute = names.get(name.toLowerCase());
    if (attribute === undefined) return [];
    const isCleared = value === null || (value === '' && op !== 'add');
    return [{ op: isCleared ? 'remove' : op, attribute, filter, sub, value: isCleared ? undefined : value }];
  }

  return parse(patchSchema, body).Operations.flatMap(({ op, path, value }) => {
    if (path) return read(op, path, value, true);
    if (op === 'remove') throw new ScimError(400, 'A removal needs a path.', 'noTarget');
    const changes = v.safeParse(recordSchema, value);
    if (!changes.success) throw new ScimError(400, 'A value without a path is an object.', 'invalidValue');
    return Object.entries(changes.output).flatMap(([key, one]) => read(op, key, one, false));
  });
}
