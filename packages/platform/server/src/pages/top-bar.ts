import { firstLetter, type Look, type PageSession, pickMarkColor, type Tenant } from '@portico/contract';
import * as v from 'valibot';
import { escapeHtml, fillSlots, type Marks, renderMark, renderPlace } from './html';

/** The build's renderings of the top bar, one for each look (packages/parcels/topbar/src/rendering). */
export const topBarSchema = v.object({ styles: v.string(), bars: v.record(v.string(), v.string()) });

/** The parts of a request that the top bar depends on. */
export interface TopBarRequest {
  readonly look: Look;
  readonly tenant: Tenant;
  readonly session: PageSession;
  /** The key of the module at the address, or its first segment. */
  readonly module: string;
}

/** Renders the bar into the element where the shell mounts it. */
export function renderTopBar(
  { bars }: v.InferOutput<typeof topBarSchema>,
  marks: Marks,
  { look, tenant, session: { user, apps }, module }: TopBarRequest,
): string {
  const current = apps.find((app) => app.module === module);
  const place = current === undefined ? 'tenant' : current.logo === false ? 'letter' : 'logo';
  const key = [look.locale, look.theme, place, apps.length > 1 ? 'many' : 'one'].join(' ');
  const slots = {
    name: escapeHtml(tenant.name),
    mark: renderMark(marks, tenant),
    userLetter: escapeHtml(firstLetter(user.email)),
    ...(current && {
      app: escapeHtml(current.name),
      module: encodeURIComponent(current.module),
      letter: escapeHtml(firstLetter(current.name)),
      color: String(pickMarkColor(current.module)),
    }),
  };
  return renderPlace('topbar', fillSlots(bars[key] ?? '', slots));
}
