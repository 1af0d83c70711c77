import { and, desc, eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import type { User } from '../accounts/user-repository';
import { auditRecords } from '../audit-tables';

/**
 * Requires that a role of this tenant has disabled the user, as the audit log says. Without a record, only an operator may
 * enable them.
 * @throws ApiError 403
 */
export async function requireDisabledHere(tx: Executor, user: User, tenant: string | undefined): Promise<void> {
  if (user.disabledAt === null) return;
  const [last] = await tx
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.userId, user.id), eq(auditRecords.action, 'user-disabled')))
    .orderBy(desc(auditRecords.id))
    .limit(1);
  const isOfTenant = last?.actor === 'user' && last.tenant === tenant && last.details.as !== 'operator';
  if (!isOfTenant) throw new ApiError(403, 'disabled-by-operator');
}
