import { type PreviewLink, previewParameter } from '@portico/contract';
import type { Executor } from '../../database/database';
import { ApiError } from '../../http/api-error';
import { recordAudit } from '../../identity/audit/record-audit';
import { changeLiveMap } from '../live-map/change-live-map';
import type { VersionPublication } from '../publications/publish-versions';
import { storePublication } from '../publications/publish-versions';
import { requirePackageForm } from '../publications/require-packages';
import type { RegistryServices } from '../services';
import type { Publisher } from '../team-tokens/publisher';
import { requireServable, versionExists } from '../versions/version-repository';
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
  requirePackageForm(publication.prepared, false);
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
  { actor, origin }: Publisher,
  { days, module, reason, version }: PreviewRequest,
): Promise<PreviewLink> {
  const expiresAt = new Date(now().getTime() + days * millisecondsOfDay);
  const expires_at = expiresAt.toISOString();
  const details = { version, expires_at, ...(reason !== '' && { reason }) };
  await recordAudit(tx, now(), { action: 'preview', actor, origin, target: module, details });
  const token = encodeURIComponent(createPreviewToken(sign, { module, version, expiresAt }));
  return { module, version, link: `/${module}/?${previewParameter}=${token}`, expires_at };
}
