import { randomUUID } from 'node:crypto';
import { emailSchema, tenantKeySchema } from '@portico/contract';
import {
  addressChangeSchema,
  operatorUserSchema,
  type Permission,
  peoplePageSchema,
  peopleQuerySchema,
  personChangeSchema,
  personSchema,
} from '@portico/contract/administration';
import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { byIdSchema, byTenantSchema, parseId } from '../../http/parse';
import type { ApiRequest, ApiScope } from '../../http/route-schemas';
import { users } from '../account-tables';
import { isManageable, listTenantsOfMember } from '../accounts/member-repository';
import { requirePasswords, requireTenant } from '../accounts/tenant-repository';
import { lockAccount, toOperatorUser } from '../accounts/user-repository';
import { createOperationRoutes } from '../audit/operator-audit';
import { removeFactor } from '../factors/second-factor';
import type { IdentityServices } from '../identity-services';
import { mailCode } from '../passwords/mailed-codes';
import { isOperator, requireConfirmedCaller } from '../roles/require-permission';
import { sendMail } from '../send-mail';
import { endSession, endSessionsOfOwner, endSessionsOfUser } from '../sessions/session-repository';
import { listAccountBuckets } from './account-limits';
import { isUsedAccount, startAddressChange, stopAddressChange } from './address-change';
import { describePerson } from './describe-person';
import { byPersonSchema, findPerson, requireDisabledHere, requireEdition, requireManageable } from './find-person';
import { listPeople } from './list-people';
import { removeMember } from './remove-member';

const bySessionSchema = v.object({ ...byPersonSchema.entries, ...byIdSchema.entries });
type ByPerson = v.InferOutput<typeof byPersonSchema>;
const byMemberSchema = v.object({ tenant: tenantKeySchema, email: emailSchema });

/** Registers the routes for the members of a tenant, and the same routes for all users, which only operators may call. */
export function registerPeopleRoutes(app: ApiScope, services: IdentityServices): void {
  const { database, now } = services;
  registerRoutesBelow('/users', app, services);
  registerRoutesBelow('/tenants/:tenant/users', app, services);

  // The command line of the previous release reads all users as an array.
  const all = {
    querystring: peopleQuerySchema,
    response: { 200: v.union([peoplePageSchema, v.array(operatorUserSchema)]) },
  };
  app.get('/users', { schema: all }, async ({ originalUrl, query }) => {
    if (originalUrl.includes('?')) return listPeople(services, undefined, query);
    const found = await database.select().from(users).orderBy(asc(users.email));
    return found.map(toOperatorUser);
  });

  const members = { params: byTenantSchema, querystring: peopleQuerySchema, response: { 200: peoplePageSchema } };
  const read = { config: { permission: 'people.read' }, schema: members } as const;
  app.get('/tenants/:tenant/users', read, async ({ params: { tenant }, query }) => {
    await requireTenant(database, tenant);
    return listPeople(services, tenant, query);
  });

  // Takes a user out of a tenant, with the access and the roles that they have there. The account stays.
  const removal = { permission: 'people.manage', isDangerous: true, params: byMemberSchema } as const;
  createOperationRoutes(app, services)('DELETE', '/tenants/:tenant/users/:email', removal, async (tx, { params }) => {
    const { email, tenant } = params;
    const { id: userId } = await findPerson(tx, tenant, email);
    if (!(await removeMember(tx, { userId, tenant }, now()))) throw new ApiError(404, 'user-unknown');
    return { action: 'user-removed', userId, tenant };
  });
}

function registerRoutesBelow(base: string, app: ApiScope, services: IdentityServices): void {
  const { database, now, throttle } = services;
  const addOperation = createOperationRoutes(app, services);
  // The routes for all users are for operators, whatever they need in a tenant.
  const needs = (permission: Permission, isDangerous = false) =>
    base.startsWith('/users') ? { isDangerous } : { permission, isDangerous };
  const manage = { ...needs('people.manage'), params: byPersonSchema };
  const help = { ...needs('people.help'), params: byPersonSchema };
  const find = async (executor: Executor, { params: { email, tenant } }: { readonly params: ByPerson }) => ({
    user: await findPerson(executor, tenant, email),
    tenant,
  });
  const findManageable = async (tx: Executor, request: ApiRequest<typeof byPersonSchema, v.GenericSchema>) => {
    const { user: found, tenant } = await find(tx, request);
    await requireManageable(tx, request, found, tenant);
    // One change after another, so that each sees the one before.
    const user = await lockAccount(tx, found.id);
    if (user === undefined) throw new ApiError(404, 'user-unknown');
    return { user, tenant };
  };

  const read = { config: needs('people.read'), schema: { params: byPersonSchema, response: { 200: personSchema } } };
  app.get(`${base}/:email`, read, async (request) => {
    const { user, tenant } = await find(database, request);
    return describePerson(services, user, tenant, {
      seesTenants: isOperator(request),
      isManageable: isOperator(request) || (await isManageable(database, user.id, tenant)),
    });
  });

  const change = { ...manage, body: personChangeSchema, answer: operatorUserSchema };
  addOperation('PATCH', `${base}/:email`, change, async (tx, request) => {
    const { user, tenant } = await findManageable(tx, request);
    const { name, disabled, edition } = request.body;
    requireEdition(user, edition);
    if (disabled) requireConfirmedCaller(request, now());
    // Also to disable again, which would make it their own.
    if (disabled !== undefined && !isOperator(request)) await requireDisabledHere(tx, user, tenant);
    const disabledAt = disabled === undefined ? user.disabledAt : disabled ? (user.disabledAt ?? now()) : null;
    const update = tx.update(users).set({ name, disabledAt });
    const [changed = user] = await update.where(eq(users.id, user.id)).returning();
    if (disabled) await endSessionsOfUser(tx, user.id, now());
    const action = disabled === undefined ? 'user-renamed' : disabled ? 'user-disabled' : 'user-enabled';
    const details = disabled && isOperator(request) ? { as: 'operator' } : {};
    return { action, userId: user.id, tenant, details, answer: toOperatorUser(changed) };
  });

  const changeAddress = { ...manage, isDangerous: true, body: addressChangeSchema, answer: operatorUserSchema };
  addOperation('PUT', `${base}/:email/address`, changeAddress, async (tx, request) => {
    const { user, tenant } = await findManageable(tx, request);
    const { edition, email } = request.body;
    requireEdition(user, edition);
    const isUsed = await isUsedAccount(tx, user);
    // The change would take effect now, or fail if a user of any tenant has the address: that would tell it.
    if (!isUsed && !isOperator(request)) throw new ApiError(409, 'address-of-unused-account');
    await throttle.count(tx, [['recoveryOfAccount', email]]);
    const afterwards = await startAddressChange(tx, services, request, { user, email });
    const answer = toOperatorUser({ ...user, email: isUsed ? user.email : email });
    return { action: 'address-change-started', userId: user.id, tenant, afterwards, answer };
  });

  addOperation('DELETE', `${base}/:email/address`, manage, async (tx, request) => {
    const { user, tenant } = await findManageable(tx, request);
    await stopAddressChange(tx, user.id);
    return { action: 'address-change-stopped', userId: user.id, tenant };
  });

  addOperation('POST', `${base}/:email/reset`, help, async (tx, request) => {
    const { user, tenant } = await find(tx, request);
    const { disabledAt, email, id: userId } = user;
    if (disabledAt !== null) throw new ApiError(409, 'user-is-disabled');
    await requirePasswords(tx, tenant);
    await throttle.count(tx, [['recoveryOfAccount', email]]);
    const afterwards = () => mailCode(services, request, user, { id: randomUUID(), mail: 'mail.reset' });
    return { action: 'recovery-requested', userId, tenant, afterwards };
  });

  addOperation('POST', `${base}/:email/unlock`, help, async (tx, request) => {
    const { user, tenant } = await find(tx, request);
    const tenants = tenant === undefined ? await listTenantsOfMember(tx, user.id) : [tenant];
    await throttle.count(tx, [['unlocksOfAccount', user.email]]);
    await throttle.resetBuckets(tx, await listAccountBuckets(tx, user, tenants, now()));
    return { action: 'user-unlocked', userId: user.id, tenant };
  });

  addOperation('DELETE', `${base}/:email/second-factor`, { ...help, isDangerous: true }, async (tx, request) => {
    const { user, tenant } = await find(tx, request);
    // The factor also protects the other tenants of the user.
    await requireManageable(tx, request, user, tenant);
    await removeFactor(tx, user.id);
    const afterwards = () => sendMail(services, request, user, { mail: 'mail.factor-taken' });
    return { action: 'second-factor-removed', userId: user.id, tenant, afterwards };
  });

  addOperation('DELETE', `${base}/:email/sessions`, help, async (tx, request) => {
    const { user, tenant } = await find(tx, request);
    await endSessionsOfOwner(tx, { tenant: tenant ?? null, userId: user.id }, now());
    return { action: 'sessions-ended', userId: user.id, tenant };
  });

  addOperation('DELETE', `${base}/:email/sessions/:id`, { ...help, params: bySessionSchema }, async (tx, request) => {
    const { user, tenant } = await find(tx, request);
    const owner = { tenant: tenant ?? null, userId: user.id };
    const ended = await endSession(tx, parseId(request, 'session-unknown'), now(), owner);
    if (ended === undefined) throw new ApiError(404, 'session-unknown');
    return { action: 'session-ended', userId: user.id, tenant };
  });
}
