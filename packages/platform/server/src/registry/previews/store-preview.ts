import { randomUUID } from 'node:crypto';
import { isPackageName, type PreviewLink, previewParameter } from '@portico/contract';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { recordAudit } from '../../identity/audit/record-audit';
import { addMilliseconds } from '../../process/add-milliseconds';
import { changeLiveMap } from '../live-map/change-live-map';
import type { VersionPublication } from '../publications/publish-versions';
import { storePublication } from '../publications/publish-versions';
import { requirePackageForm } from '../publications/require-packages';
import type { RegistryServices } from '../services';
import { type Publisher, requireModule } from '../team-tokens/publisher';
import { requireServable, versionExists } from '../versions/version-repository';
import { deletePreviewLink, findPreviewLink, insertPreviewLink } from './preview-link-repository';
import { createPreviewToken } from './preview-token';

const millisecondsOfDay = 86_400_000;

/** The version of a link, and how long it opens it. */
interface PreviewRequest {
  readonly module: string;
  readonly version: string;
  readonly days: number;
  readonly reason: string;
}

/**
 * Stores a version as a publication does, without making it live, and makes a link to it.
 * @throws ApiError as `publishVersions`
 */
export async function storePreview(
  services: RegistryServices,
  publisher: Publisher,
  publication: VersionPublication,
  days: number,
): Promise<PreviewLink> {
  const { module, version } = publication.prepared;
  requirePackageForm(publication.prepared);
  return changeLiveMap(services, async (transaction) => {
    await storePublication(transaction, publisher, publication);
    return linkTo(services, transaction.tx, publisher, { module, version, days, reason: publication.reason });
  });
}

/**
 * Makes a link to a version that is stored.
 * @throws ApiError 404 for a version that is not, 409 for one in quarantine
 */
export async function linkToVersion(
  services: RegistryServices,
  publisher: Publisher,
  request: Omit<PreviewRequest, 'reason'>,
): Promise<PreviewLink> {
  const { module, version } = request;
  return services.database.transaction(async (tx) => {
    if (!(await versionExists(tx, module, version))) {
      throw new ApiError(404, 'version-unknown', { values: { version } });
    }
    await requireServable(tx, module, version);
    return linkTo(services, tx, publisher, { ...request, reason: '' });
  });
}

async function linkTo(
  { now, sign }: RegistryServices,
  tx: Executor,
  { actor, name, origin }: Publisher,
  { days, module, reason, version }: PreviewRequest,
): Promise<PreviewLink> {
  const at = now();
  const expiresAt = addMilliseconds(at, days * millisecondsOfDay);
  const link = { id: randomUUID(), module, version, createdAt: at, createdBy: name, expiresAt };
  await insertPreviewLink(tx, link);
  const { id } = link;
  const expires_at = expiresAt.toISOString();
  const details = { id, version, expires_at, ...(reason !== '' && { reason }) };
  await recordAudit(tx, at, { action: 'preview', actor, origin, target: module, details });
  const token = encodeURIComponent(createPreviewToken(sign, link));
  // A package has no page of its own.
  const page = isPackageName(module) ? '/' : `/${module}/`;
  return { id, module, version, link: `${page}?${previewParameter}=${token}`, expires_at };
}

/**
 * Revokes a link: browsers that follow it, or followed it before, get the live version at their next page.
 * @throws ApiError 404 for a link that does not work any more, 403 for one of another team
 */
export async function revokePreview(
  { database, now }: RegistryServices,
  publisher: Publisher,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const link = await findPreviewLink(tx, id);
    if (link === undefined || link.expiresAt <= now()) throw new ApiError(404, 'preview-unknown');
    const { module, version } = link;
    requireModule(publisher, module);
    if (!(await deletePreviewLink(tx, id))) throw new ApiError(404, 'preview-unknown');
    const { actor, origin } = publisher;
    const details = { id, version };
    await recordAudit(tx, now(), { action: 'preview-revoked', actor, origin, target: module, details });
  });
}
