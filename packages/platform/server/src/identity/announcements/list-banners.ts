import type { UserAnnouncements } from '@portico/contract';
import { and, asc, desc, eq, exists, gt, isNull, or } from 'drizzle-orm';
import type { IdentityServices } from '../identity-services';
import { announcements, effectiveGrants } from '../identity-tables';

/** Maximum number of banners of a user. */
const bannersMax = 10;

/** Length of a mark: 96 bits. */
const markLength = 16;

/**
 * Returns the mark of a tenant in messages about announcements. Every browser receives them, and must not find out the
 * tenants of others.
 */
export function getAnnouncementsChannel(sign: IdentityServices['sign'], tenant: string): string {
  return sign('announcements', tenant).slice(0, markLength);
}

/** Lists the banners that a user sees now in a tenant, warnings first, and when another one begins. */
export async function listBanners(
  { database, now, sign }: Pick<IdentityServices, 'database' | 'now' | 'sign'>,
  userId: string,
  tenant: string,
): Promise<UserAnnouncements> {
  const at = now();
  const { beginsAt, delivery, endsAt, id, kind, module, tenant: key } = announcements;
  const { userId: user, tenant: place, module: app } = effectiveGrants;
  const granted = database
    .select({ app })
    .from(effectiveGrants)
    .where(and(eq(user, userId), eq(place, tenant), eq(app, module)));
  const rows = await database
    .select()
    .from(announcements)
    .where(
      and(
        or(eq(key, tenant), isNull(key)),
        eq(delivery, 'banner'),
        gt(endsAt, at),
        or(isNull(module), exists(granted)),
      ),
    )
    .orderBy(desc(kind), desc(beginsAt), asc(id));
  const shown = rows.filter((row) => row.beginsAt <= at).slice(0, bannersMax);
  const begins = rows.flatMap((row) => (row.beginsAt > at ? [row.beginsAt.getTime()] : []));
  return {
    channel: getAnnouncementsChannel(sign, tenant),
    now: at.toISOString(),
    next_at: begins.length > 0 ? new Date(Math.min(...begins)).toISOString() : null,
    items: shown.map(({ edition, endsAt, id, kind, module, texts }) => ({
      key: sign('closed-announcement', `${userId} ${id} ${edition}`).slice(0, markLength),
      kind,
      texts,
      module,
      ends_at: endsAt.toISOString(),
    })),
  };
}
