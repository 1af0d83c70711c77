import { emailSchema } from '@portico/contract';
import {
  type InvitationPlan,
  type invitationRequestSchema,
  invitedNameSchema,
  type PlannedRow,
} from '@portico/contract/administration';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { appGrants, apps, groupMembers } from '../../identity/access-tables';
import { invitations } from '../../identity/account-tables';
import { hashToken } from '../../identity/sessions/secret-tokens';
import { listGroups } from '../group-routes';
import { findMembers } from '../members';
import { fold, type InvitedRow, readInvited } from './read-invited';

/** A row of a plan with what carries it out. */
export interface PlannedInvitation extends PlannedRow {
  readonly groupIds: readonly string[];
  /** The member who gets the applications and groups; `undefined` for an address that is invited. */
  readonly userId: string | undefined;
}

interface PlanReading {
  readonly now: Date;
  /** `lockMembers` in the transaction that carries the plan out. */
  readonly find?: typeof findMembers;
}

/** Plans the invitation of a list by data of this tenant only, so that it reveals no accounts of others. */
export async function planInvitations(
  executor: Executor,
  tenant: string,
  request: v.InferOutput<typeof invitationRequestSchema>,
  reading: PlanReading,
): Promise<{ rows: PlannedInvitation[]; digest: string }> {
  const typed = await readInvited(request.text);
  const facts = await readFacts(executor, tenant, typed, reading);
  const seen = new Set<string>();
  const rows = typed.map((row) => planRow(row, request, facts, seen));
  return { rows, digest: hashToken(JSON.stringify(rows)) };
}

/** Returns what the API shows of a plan. */
export function toPlan({ rows, digest }: Awaited<ReturnType<typeof planInvitations>>): InvitationPlan {
  return { rows: rows.map(({ groupIds: _ids, userId: _user, ...row }) => row), digest };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

async function readFacts(
  executor: Executor,
  tenant: string,
  typed: readonly InvitedRow[],
  { find = findMembers, now }: PlanReading,
) {
  const emails = [...new Set(typed.map(({ email }) => email.toLowerCase()))];
  const members = await find(executor, tenant, emails);
  const userIds = [...members.values()];
  const { tenant: place, email, acceptedAt, withdrawnAt, expiresAt } = invitations;
  const isOpen = and(eq(place, tenant), isNull(acceptedAt), isNull(withdrawnAt), gt(expiresAt, now));
  const open = await executor
    .select({ email })
    .from(invitations)
    .where(and(isOpen, inArray(email, emails)));
  const grants = await executor
    .select()
    .from(appGrants)
    .where(and(inArray(appGrants.userId, userIds), eq(appGrants.tenant, tenant)));
  const memberships = await executor
    .select()
    .from(groupMembers)
    .where(and(inArray(groupMembers.userId, userIds), eq(groupMembers.tenant, tenant)));
  const defined = await executor
    .select({ module: apps.module, name: apps.name })
    .from(apps)
    .where(eq(apps.tenant, tenant));
  // The directory alone adds members to its groups.
  const groups = (await listGroups(executor, tenant)).filter(({ is_directory }) => !is_directory);
  return {
    members,
    invited: new Set(open.map((one) => one.email)),
    /** The grants that members have already: `<user> <module or group>`. */
    held: new Set([
      ...grants.map(({ userId, module }) => `${userId} ${module}`),
      ...memberships.map(({ userId, groupId }) => `${userId} ${groupId}`),
    ]),
    // A key wins over a name.
    modules: new Map([
      ...defined.map(({ module, name }) => [fold(name), module] as const),
      ...defined.map(({ module }) => [module, module] as const),
    ]),
    groups: new Map(groups.map((group) => [fold(group.name), group])),
  };
}

/** @param common the applications and groups of all rows; a refused row does not repeat them */
function planRow(
  row: InvitedRow,
  common: Pick<InvitedRow, 'modules' | 'groups'>,
  facts: Facts,
  seen: Set<string>,
): PlannedInvitation {
  const shown = { ...row, modules: [...row.modules], groups: [...row.groups] };
  const refuse = (refusal: NonNullable<PlannedRow['refusal']>, detail = ''): PlannedInvitation => ({
    ...shown,
    outcome: 'refused',
    refusal,
    detail,
    groupIds: [],
    userId: undefined,
  });
  const address = v.safeParse(emailSchema, row.email);
  if (!address.success) return refuse('malformed-email');
  const email = address.output;
  if (seen.has(email)) return refuse('twice');
  seen.add(email);
  if (!v.is(invitedNameSchema, row.name)) return refuse('malformed-name');
  const modules = new Set<string>();
  for (const typed of [...common.modules, ...row.modules]) {
    const module = facts.modules.get(fold(typed));
    if (module === undefined) return refuse('unknown-app', typed);
    modules.add(module);
  }
  const groups = new Map<string, string>();
  for (const typed of [...common.groups, ...row.groups]) {
    const group = facts.groups.get(fold(typed));
    if (group === undefined) return refuse('unknown-group', typed);
    groups.set(group.id, group.name);
  }
  const userId = facts.members.get(email);
  if (userId === undefined && facts.invited.has(email)) return refuse('already-invited');
  const isHeld = (key: string) => facts.held.has(`${userId} ${key}`);
  if (userId !== undefined && [...modules, ...groups.keys()].every(isHeld)) return refuse('nothing-new');
  return {
    ...shown,
    email,
    modules: [...modules],
    groups: [...groups.values()],
    outcome: userId === undefined ? 'invite' : 'grant',
    refusal: null,
    detail: '',
    groupIds: [...groups.keys()],
    userId,
  };
}
