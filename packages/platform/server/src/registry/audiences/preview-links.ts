import { randomUUID, timingSafeEqual } from 'node:crypto';
import {
  isPackageName,
  type ListedPreview,
  moduleVersionSchema,
  newPreviewSchema,
  type PagePreviews,
  type PreviewLink,
  previewParameter,
  previewSchema,
  publishedNameSchema,
} from '@portico/contract';
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { addMilliseconds } from '../../database/database-clock';
import { ApiError } from '../../http/api-error';
import { parse, parseId } from '../../http/parse';
import { recordAudit } from '../../identity/audit/audit-log';
import type { Sign } from '../../identity/sessions/browser-marks';
import { checkVersion } from '../checks/check-version';
import type { RegistryServices } from '../create-registry';
import { changeLiveMap } from '../live-map/change-live-map';
import type { Preview } from '../live-map/resolve-module';
import { publicationMaxBytes } from '../publications/publication-routes';
import { requirePackageForm, storePublication } from '../publications/publish-versions';
import { versionAudiences } from '../tables';
import { type Publisher, requireModule, requireOwner, requirePublisher } from '../team-tokens/publisher';
import { prepareVersion } from '../versions/prepare-version';
import { findVersionLocation, requireServable } from '../versions/version-repository';

const parametersSchema = v.object({ module: publishedNameSchema, version: moduleVersionSchema });

/** The API for links that open a version in one browser. */
export function registerPreviewRoutes(app: FastifyInstance, services: RegistryServices): void {
  const { database, now } = services;
  const { audience, expiresAt, id } = versionAudiences;
  const ofModule = '/publishing/modules/:module';

  app.post(`${ofModule}/previews`, { bodyLimit: publicationMaxBytes }, async (request, reply): Promise<PreviewLink> => {
    const { module, publisher } = await requireOwner(request, services);
    const { checked, days, reason, ...publication } = parse(newPreviewSchema, request.body);
    const prepared = await prepareVersion(services, module, publication);
    const checkedBy = await checkVersion(services, prepared, checked ? 'team' : 'nobody');
    requirePackageForm(prepared);
    reply.code(201);
    return changeLiveMap(services, async (transaction) => {
      await storePublication(transaction, publisher, { prepared, checkedBy });
      return createLink(services, transaction.tx, publisher, { ...prepared, days, reason });
    });
  });

  app.post(`${ofModule}/versions/:version/preview`, async (request, reply): Promise<PreviewLink> => {
    const { publisher } = await requireOwner(request, services);
    const { module, version } = parse(parametersSchema, request.params);
    const { days } = parse(previewSchema, request.body ?? {});
    reply.code(201);
    return database.transaction(async (tx) => {
      await requireServable(tx, module, version);
      return createLink(services, tx, publisher, { module, version, days });
    });
  });

  app.get('/publishing/previews', async (request): Promise<ListedPreview[]> => {
    const publisher = await requirePublisher(request, services);
    const links = await database
      .select()
      .from(versionAudiences)
      .where(and(isNull(audience), gt(expiresAt, now())))
      .orderBy(asc(versionAudiences.createdAt), asc(id));
    return links.filter(({ module }) => publisher.mayChange(module)).map(toListedPreview);
  });

  // Browsers that followed the link get the live version at their next page.
  app.delete('/publishing/previews/:id', async (request, reply) => {
    const publisher = await requirePublisher(request, services);
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

function toListedPreview({
  createdAt,
  createdBy,
  expiresAt,
  id,
  module,
  version,
}: typeof versionAudiences.$inferSelect) {
  const [created_at, expires_at] = [createdAt.toISOString(), expiresAt?.toISOString() ?? ''];
  return { id, module, version, by: createdBy ?? '', created_at, expires_at };
}

const millisecondsOfDay = 86_400_000;

/** The version of a link, and how long it opens it. */
interface PreviewRequest {
  readonly module: string;
  readonly version: string;
  readonly days: number;
  readonly reason?: string;
}

/** Also deletes the links that have expired. */
async function createLink(
  { now, sign }: RegistryServices,
  tx: Executor,
  { actor, name, origin }: Publisher,
  { days, module, reason, version }: PreviewRequest,
): Promise<PreviewLink> {
  const at = now();
  const expiresAt = addMilliseconds(at, days * millisecondsOfDay);
  const id = randomUUID();
  await tx.delete(versionAudiences).where(lte(versionAudiences.expiresAt, at));
  await tx.insert(versionAudiences).values({ id, module, version, createdAt: at, createdBy: name, expiresAt });
  const expires_at = expiresAt.toISOString();
  const details = { id, version, expires_at, ...(reason && { reason }) };
  await recordAudit(tx, at, { action: 'preview', actor, origin, target: module, details });
  const token = encodeURIComponent(createPreviewToken(sign, { expiresAt, id, module, version }));
  // A package has no page of its own.
  const page = isPackageName(module) ? '/' : `/${module}/`;
  return { id, module, version, link: `${page}?${previewParameter}=${token}`, expires_at };
}

/** The previews of a browser, by the tokens that it has. */
export interface FoundPreviews extends Omit<PagePreviews, 'active'> {
  readonly active: readonly Preview[];
  /** The tokens of the active ones. */
  readonly tokens: readonly string[];
}

/** Finds the versions that the tokens of a browser open now: links expire or are revoked, versions are quarantined. */
export async function findPreviews(
  services: Pick<RegistryServices, 'database' | 'now' | 'sign'>,
  texts: readonly string[],
): Promise<FoundPreviews> {
  const read = texts.map((text) => ({ text, token: readPreviewToken(services.sign, text) }));
  const found = await Promise.all(
    read.flatMap(({ text, token }) => (token ? [findPreview(services, token).then((one) => ({ text, ...one }))] : [])),
  );
  return {
    active: found.flatMap(({ location, module, version }) => (location ? [{ module, version, ...location }] : [])),
    ended: found
      .filter(({ location }) => !location)
      .map(({ isRevoked, module, version }) => ({ module, version, ...(isRevoked && { isRevoked }) })),
    isInvalid: read.some(({ token }) => token === undefined),
    tokens: found.filter(({ location }) => location).map(({ text }) => text),
  };
}

async function findPreview(
  { database, now }: Pick<RegistryServices, 'database' | 'now'>,
  { expiresAt, id, module, version }: PreviewToken,
) {
  if (now() >= expiresAt) return { module, version };
  const [location, links] = await Promise.all([
    findVersionLocation(database, module, version),
    database.$count(versionAudiences, eq(versionAudiences.id, id)),
  ]);
  return links > 0 ? { module, version, location } : { module, version, isRevoked: true };
}

/** The contents of a preview link: which version it opens, until when, and by which row it can be revoked. */
interface PreviewToken {
  readonly id: string;
  readonly module: string;
  readonly version: string;
  readonly expiresAt: Date;
}

const purpose = 'preview';

/** The text of a token: `module:version:seconds:id:signature`. None of the parts contains a colon. */
function createPreviewToken(sign: Sign, { expiresAt, id, module, version }: PreviewToken): string {
  const claims = `${module}:${version}:${Math.floor(expiresAt.getTime() / 1000)}:${id}`;
  return `${claims}:${sign(purpose, claims)}`;
}

/** Reads a token that a browser has sent; `undefined` if this server did not make it, or made it without an id. */
function readPreviewToken(sign: Sign, text: string): PreviewToken | undefined {
  const end = text.lastIndexOf(':');
  const claims = text.slice(0, Math.max(0, end));
  const [sent, expected] = [text.slice(end + 1), sign(purpose, claims)].map((part) => Buffer.from(part));
  if (sent?.length !== expected?.length || !sent || !expected || !timingSafeEqual(sent, expected)) return undefined;
  const [module = '', version = '', seconds, id] = claims.split(':');
  // Before links could be revoked, they had no id.
  if (id === undefined) return undefined;
  return { id, module, version, expiresAt: new Date(Number(seconds) * 1000) };
}
