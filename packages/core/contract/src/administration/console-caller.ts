import * as v from 'valibot';
import { permissions, roles } from './permissions';

// An answer of the server needs no check of its keys. Each console loads this file first.
const callerRoleSchema = v.object({
  role: v.picklist(roles),
  tenant: v.exactOptional(v.string()),
  modules: v.exactOptional(v.array(v.string())),
});

/** `GET /operator/self`: the caller of the console, with what they may do in the tenant of their session. */
export const consoleCallerSchema = v.object({
  email: v.string(),
  name: v.string(),
  tenant: v.string(),
  roles: v.array(callerRoleSchema),
  permissions: v.array(v.picklist(permissions)),
  /** Whether the caller may do what only operators may. */
  is_operator: v.boolean(),
  /** Until when dangerous steps need no proof (ISO 8601); null if they need one now. */
  confirmed_until: v.nullable(v.string()),
  /** The channel of messages about what the console shows of the tenant; empty from a server of the previous release. */
  channel: v.optional(v.string(), ''),
});

export type ConsoleCaller = v.InferOutput<typeof consoleCallerSchema>;
