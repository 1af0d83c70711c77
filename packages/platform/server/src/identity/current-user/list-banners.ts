import type { UserAnnouncements } from '@portico/contract';
import { and, asc, desc, eq, exists, gt, isNull, or } from 'drizzle-orm';
import { effectiveGrants } from '../access-tables';
import { getTenantChannel } from '../accounts/tenant-channel';
import type { IdentityServices } from '../identity-services';
import { announcements } from '../tenant-tables';

/** Maximum number of banners of a user. */
const bannersMax = 10;

/** Length of the key of a closed banner: 96 bits. */
const keyLength = 16;

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
    channel: getTenantChannel(sign, 'announcements', tenant),
    now: at.toISOString(),
    next_at: begins.length > 0 ? new Date(Math.min(...begins)).toISOString() : null,
    items: shown.map(({ edition, endsAt, id, kind, module, texts }) => ({
      key: sign('closed-announcement', `${userId} ${id} ${edition}`).slice(0, keyLength),
      kind,
      texts,
      module,
      ends_at: endsAt.toISOString(),
    })),
  };
}
