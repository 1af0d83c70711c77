import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { registerAccessRequestRoutes, registerOwnRequestRoutes } from './access/access-request-routes';
import { registerAccessRoutes } from './access/access-routes';
import { registerClaimMappingRoutes } from './access/claim-mapping-routes';
import { registerGroupRoutes } from './access/group-routes';
import { registerAcceptRoutes } from './access/invitations/accept-routes';
import { registerInvitationRoutes } from './access/invitations/invitation-routes';
import { registerTenantAppRoutes } from './access/tenant-app-routes';
import { registerAnnouncementRoutes } from './announcements/announcement-routes';
import type { Services } from './create-services';
import { answerNotFound } from './http/answer-error';
import { createApiDescription } from './http/open-api';
import { acceptJson } from './http/read-body';
import { type ApiScope, acceptSchemas } from './http/route-schemas';
import { recordOperatorCalls } from './identity/audit/operator-audit';
import { registerConfirmationRoutes } from './identity/confirmation/confirmation-routes';
import { registerUserRoutes } from './identity/current-user/user-routes';
import { registerDeviceRoutes } from './identity/devices/device-routes';
import { registerUserImageRoutes } from './identity/images/user-image-routes';
import { registerOperatorRoutes } from './identity/operator/operator-routes';
import { registerPasskeyRoutes } from './identity/passkeys/passkey-routes';
import { registerPasswordRoutes } from './identity/passwords/password-routes';
import { registerRecoveryRoutes } from './identity/passwords/recovery-routes';
import { registerAddressRoutes } from './identity/people/address-change';
import { registerBackchannelLogout } from './identity/providers/backchannel-logout';
import { registerProviderAccountRoutes } from './identity/providers/provider-accounts';
import { registerProviderRoutes } from './identity/providers/provider-routes';
import { followProviderSession } from './identity/providers/provider-session';
import { registerProviderTokenRoutes } from './identity/providers/provider-token-routes';
import { requirePermissions } from './identity/roles/require-permission';
import { scimPath } from './identity/scim/scim-request';
import { registerScimRoutes } from './identity/scim/scim-routes';
import { registerScimTokenRoutes } from './identity/scim/scim-tokens';
import { registerSessionRoutes } from './identity/sessions/session-routes';
import { registerFactorRoutes } from './identity/sign-in/factor-routes';
import { registerReportRoutes } from './identity/sign-in/report-routes';
import { registerSignInRoutes } from './identity/sign-in/sign-in-routes';
import { registerNotificationRoutes } from './messaging/notifications/notification-routes';
import { registerPreferenceRoutes } from './messaging/notifications/preference-routes';
import { registerSendRoutes } from './messaging/notifications/send-routes';
import { registerPushTokenRoutes } from './messaging/push/push-tokens';
import { registerCredentialsRoutes } from './messaging/realtime/realtime-routes';
import { tellConsoles } from './messaging/realtime/tell-consoles';
import { registerBackupRoutes } from './operations/backup/backup-routes';
import { registerOperatorHealthRoute } from './operations/operator-health';
import { registerUserDataRoutes } from './operations/user-data-routes';
import { registerOutcomeRoutes } from './registry/audiences/outcomes';
import { registerPreviewRoutes } from './registry/audiences/preview-links';
import { registerRolloutRoutes } from './registry/audiences/rollout-routes';
import { createFailureFigures } from './registry/failures/failure-figures';
import { registerFailureRoutes } from './registry/failures/failure-routes';
import { registerFailureReportRoute } from './registry/failures/record-failure';
import { registerUploadRoutes } from './registry/files/upload-routes';
import { registerOperatorRegistryRoutes } from './registry/operator-registry-routes';
import { registerPublicationRoutes } from './registry/publications/publication-routes';
import { registerVersionRoutes } from './registry/publications/version-routes';
import { recordPublishingRefusals, requirePublishers } from './registry/team-tokens/publisher';
import { registerVitalRoutes } from './registry/vitals/vital-routes';

/** How long browsers cache a preflight response. */
const preflightSeconds = 600;

/** Registers all routes under `/api`. */
export async function registerApiRoutes(app: FastifyInstance, services: Services, dataFolder: string): Promise<void> {
  await app.register(cookie);
  if (services.allowedOrigins.length > 0) {
    await app.register(cors, {
      origin: [...services.allowedOrigins],
      credentials: true,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type', 'Accept-Language', 'If-None-Match'],
      exposedHeaders: ['Retry-After', 'ETag', 'X-Request-Id'],
      maxAge: preflightSeconds,
    });
  }
  acceptJson(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  // Routes, because a not-found handler would run after the routes of the page host.
  app.all('/', answerNotFound);
  app.all('/*', answerNotFound);

  registerSessionRoutes(app, services, (session) => followProviderSession(services, session));
  await app.register(async (scope) => registerBackchannelLogout(scope, services));
  registerProviderTokenRoutes(app, services);
  registerProviderAccountRoutes(app, services);
  registerSignInRoutes(app, services);
  registerFactorRoutes(app, services);
  registerDeviceRoutes(app, services);
  registerReportRoutes(app, services);
  registerPasswordRoutes(app, services);
  registerRecoveryRoutes(app, services);
  registerPasskeyRoutes(app, services);
  registerConfirmationRoutes(app, services);
  registerAddressRoutes(app, services);
  registerUserRoutes(app, services);
  registerNotificationRoutes(app, services);
  registerSendRoutes(app, services);
  registerPushTokenRoutes(app, services);
  registerPreferenceRoutes(app, services);
  registerCredentialsRoutes(app, services);
  registerOutcomeRoutes(app, services);
  registerVitalRoutes(app, services);
  const figures = createFailureFigures(services.database, app.log);
  registerFailureReportRoute(app, services, figures);
  await app.register(async (scope) => {
    tellConsoles(scope, services, { ofHost: true });
    registerOwnRequestRoutes(scope, services);
    registerAcceptRoutes(scope, services);
  });
  await app.register((scope) => registerUserImageRoutes(scope, services));
  await app.register(
    async (scope) => {
      tellConsoles(scope, services, { ofHost: true });
      await registerScimRoutes(scope, services);
    },
    { prefix: scimPath },
  );
  await app.register(async (api) => {
    acceptSchemas(api);
    const describe = createApiDescription(api);
    await api.register(async (scope: ApiScope) => {
      requirePublishers(scope, services);
      recordPublishingRefusals(scope, services);
      await scope.register((uploads: ApiScope) => registerUploadRoutes(uploads, services));
      // After the uploads: a sent file shows nowhere until it is published.
      tellConsoles(scope, services);
      registerPublicationRoutes(scope, services);
      registerPreviewRoutes(scope, services);
      registerVersionRoutes(scope, services);
      registerRolloutRoutes(scope, services);
      registerFailureRoutes(scope, services, figures);
    });
    await api.register(async (roles) => {
      requirePermissions(roles, services);
      recordOperatorCalls(roles, services);
      tellConsoles(roles, services);
      roles.get('/openapi.json', { config: { permission: 'any' } }, async () => describe());
      await roles.register(
        async (scope: ApiScope) => {
          registerOperatorRoutes(scope, services);
          registerScimTokenRoutes(scope, services);
          registerProviderRoutes(scope, services);
          registerOperatorRegistryRoutes(scope, services);
          registerAccessRoutes(scope, services);
          registerGroupRoutes(scope, services);
          registerClaimMappingRoutes(scope, services);
          registerTenantAppRoutes(scope, services);
          registerAccessRequestRoutes(scope, services);
          registerInvitationRoutes(scope, services);
          registerAnnouncementRoutes(scope, services);
          registerBackupRoutes(scope, services, dataFolder);
          registerOperatorHealthRoute(scope, services, dataFolder);
          registerUserDataRoutes(scope, services, dataFolder);
        },
        { prefix: '/operator' },
      );
    });
  });
}
