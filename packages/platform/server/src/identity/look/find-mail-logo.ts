import { eq } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { loadSharp } from '../images/convert-picture';
import { tenantLogos } from '../tenant-tables';

/** Twice the size in a mail. */
const size = { width: 320, height: 96 };

/**
 * Returns the uploaded logo of a tenant as PNG, because mail programs of desktops show no WebP; `undefined` without one
 * that can be read. A mail carries the picture itself: most programs block addresses, which tell who opens a mail.
 */
export async function findMailLogo(database: Executor, tenant: string): Promise<Buffer | undefined> {
  const { data, tenant: key } = tenantLogos;
  const [stored] = await database.select({ data }).from(tenantLogos).where(eq(key, tenant));
  if (stored === undefined) return undefined;
  const sharp = await loadSharp();
  return sharp(stored.data)
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
    .catch(() => undefined);
}
