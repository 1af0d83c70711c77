import { randomUUID, timingSafeEqual } from 'node:crypto';
import {
  isPackageName,
  newPreviewSchema,
  type PreviewLink,
  previewLinkSchema,
  previewListSchema,
  previewParameter,
  previewSchema,
} from '@portico/contract';
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { byIdSchema, byModuleSchema, byVersionSchema, parseId } from '../../http/parse';
import type { ApiScope } from '../../http/route-schemas';
import { findEmails } from '../../identity/accounts/user-repository';
import { recordAudit } from '../../identity/audit/audit-log';
import type { Sign } from '../../identity/sessions/browser-marks';
import { checkVersion } from '../checks/check-version';
import type { RegistryServices } from '../create-registry';
import { changeLiveMap } from '../live-map/change-live-map';
import type { StoredVersion } from '../live-map/live-module';
import { publicationMaxBytes } from '../publications/publication-routes';
import { storePublication } from '../publications/publish-versions';
import { versionAudiences } from '../tables';
import {
  getPublisher,
  manageReleases,
  mayChange,
  type Publisher,
  readReleases,
  requireModule,
} from '../team-tokens/publisher';
import { prepareVersion } from '../versions/prepare-version';
import { findServableVersion, requireServable } from '../versions/version-repository';

/** The API for links that open a version in one browser. */
export function registerPreviewRoutes(app: ApiScope, services: RegistryServices): void {
  const { database, now } = services;
  const { audience, expiresAt, id } = versionAudiences;
  const ofModule = '/publishing/modules/:module';

  const preview = {
    bodyLimit: publicationMaxBytes,
    config: manageReleases,
    schema: { params: byModuleSchema, body: newPreviewSchema, response: { 201: previewLinkSchema } },
  };
  app.post(`${ofModule}/previews`, preview, async (request, reply) => {
    const publisher = getPublisher(request);
    const { module } = request.params;
    const { checked, days, reason, ...publication } = request.body;
    const prepared = await prepareVersion(services, publisher, module, publication);
    const version = await checkVersion(services, publisher, prepared, checked ? 'team' : 'nobody');
    reply.code(201);
    return changeLiveMap(services, async (transaction) => {
      await storePublication(transaction, publisher, version);
      return createLink(services, transaction.tx, publisher, { ...version, days, reason });
    });
  });

  const ofStored = { params: byVersionSchema, body: previewSchema, response: { 201: previewLinkSchema } };
  app.post(`${ofModule}/versions/:version/preview`, { config: manageReleases, schema: ofStored }, (request, reply) => {
    const { module, version } = request.params;
    const { days } = request.body;
    reply.code(201);
    return database.transaction(async (tx) => {
      await requireServable(tx, module, version);
      return createLink(services, tx, getPublisher(request), { module, version, days });
    });
  });

  const list = { response: { 200: previewListSchema } };
  app.get('/publishing/previews', { config: readReleases, schema: list }, async (request) => {
    const publisher = getPublisher(request);
    const links = await database
      .select()
      .from(versionAudiences)
      .where(and(isNull(audience), gt(expiresAt, now())))
      .orderBy(asc(versionAudiences.createdAt), asc(id));
    const emails = await findEmails(
      database,
      links.flatMap(({ createdBy }) => createdBy ?? []),
    );
    return links
      .filter(({ module }) => mayChange(publisher, module))
      .map(({ createdAt, createdBy, expiresAt, id, module, version }) => {
        const [created_at, expires_at] = [createdAt.toISOString(), expiresAt?.toISOString() ?? ''];
        return { id, module, version, by: emails.get(createdBy ?? '') ?? createdBy ?? '', created_at, expires_at };
      });
  });

  // Browsers with the link get the live version on their next page.
  const revoke = { config: manageReleases, schema: { params: byIdSchema } };
  app.delete('/publishing/previews/:id', revoke, async (request, reply) => {
    const publisher = getPublisher(request);
    const wanted = parseId(request, 'preview-unknown');
    await database.transaction(async (tx) => {
      const [link] = await tx
        .delete(versionAudiences)
        .where(and(eq(id, wanted), gt(expiresAt, now())))
        .returning();
      if (link === undefined) throw new ApiError(404, 'preview-unknown');
      const { module, version } = link;
      requireModule(publisher, module);
      const { actor, origin } = publisher;
      const details = { id: wanted, version };
      await recordAudit(tx, now(), { action: 'preview-revoked', actor, origin, target: module, details });
    });
    return reply.code(204).send();
  });
}

const millisecondsOfDay = 86_400_000;

/** Creates a link that opens a version for some days, at most until its token is revoked. Also deletes the expired links. */
async function createLink(
  { now, sign }: RegistryServices,
  tx: Executor,
  publisher: Publisher,
  { days, module, reason, version }: Pick<StoredVersion, 'module' | 'version'> & { days: number; reason?: string },
): Promise<PreviewLink> {
  const { actor, name, origin } = publisher;
  await publisher.requireInForce(tx);
  const at = now();
  const expiresAt = addMilliseconds(at, days * millisecondsOfDay);
  const id = randomUUID();
  await tx.delete(versionAudiences).where(lte(versionAudiences.expiresAt, at));
  const tokenId = actor.kind === 'team' ? actor.id : undefined;
  await tx.insert(versionAudiences).values({ id, module, version, createdAt: at, createdBy: name, expiresAt, tokenId });
  const expires_at = expiresAt.toISOString();
  const details = { id, version, expires_at, ...(reason && { reason }) };
  await recordAudit(tx, at, { action: 'preview', actor, origin, target: module, details });
  const token = encodeURIComponent(createPreviewToken(sign, { expiresAt, id, module, version }));
  // A package has no page of its own.
  const page = isPackageName(module) ? '/' : `/${module}/`;
  return { id, module, version, link: `${page}?${previewParameter}=${token}`, expires_at };
}

/** Finds the versions that tokens open, until their link expires or is revoked, or their version is quarantined. */
export async function findPreviews(
  { database, now, sign }: Pick<RegistryServices, 'database' | 'now' | 'sign'>,
  texts: readonly string[],
) {
  const found = await Promise.all(
    texts.map(async (text) => {
      const token = readPreviewToken(sign, text);
      if (token === undefined) return undefined;
      const { expiresAt, id, module, version } = token;
      if (now() >= expiresAt) return { ended: { module, version } };
      const [active, links] = await Promise.all([
        findServableVersion(database, module, version),
        database.$count(versionAudiences, eq(versionAudiences.id, id)),
      ]);
      if (links === 0) return { ended: { module, version, isRevoked: true } };
      return active ? { text, active } : { ended: { module, version } };
    }),
  );
  return {
    active: found.flatMap((preview) => preview?.active ?? []),
    ended: found.flatMap((preview) => preview?.ended ?? []),
    isInvalid: found.includes(undefined),
    /** The tokens of the active previews. */
    tokens: found.flatMap((preview) => preview?.text ?? []),
  };
}

const purpose = 'preview';

type PreviewToken = Pick<typeof versionAudiences.$inferSelect, 'id' | 'module' | 'version'> & { expiresAt: Date };

/** The text of a token: `module:version:seconds:id:signature`. None of the parts contains a colon. */
function createPreviewToken(sign: Sign, { expiresAt, id, module, version }: PreviewToken): string {
  const claims = `${module}:${version}:${Math.floor(expiresAt.getTime() / 1000)}:${id}`;
  return `${claims}:${sign(purpose, claims)}`;
}

/** Reads a token; `undefined` if this server did not sign it. Links of earlier releases have no id. */
function readPreviewToken(sign: Sign, text: string): PreviewToken | undefined {
  const [module = '', version = '', seconds, id = ''] = text.split(':');
  const token = { id, module, version, expiresAt: new Date(Number(seconds) * 1000) };
  const [sent, expected] = [Buffer.from(text), Buffer.from(createPreviewToken(sign, token))];
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? token : undefined;
}
