export { type AccessTokenResponse, accessTokenResponseSchema } from './access-token';
export { type ActiveSession, activeSessionListSchema, activeSessionSchema } from './active-session';
export { type ApiErrorBody, apiErrorSchema } from './api-error';
export { type App, appListSchema, appSchema } from './app';
export {
  type ExchangeRequest,
  emailSchema,
  exchangeRequestSchema,
  type RecoveryRequest,
  recoveryRequestSchema,
  type SignInRequest,
  signInRequestSchema,
} from './auth';
export {
  type Configuration,
  configurationSchema,
  type PageState,
  pageStateSchema,
  type Tenant,
  tenantSchema,
} from './configuration';
export type { PortalEventMap, PortalEventName } from './events';
export { type FirebaseConfiguration, firebaseSchema, vapidKeySchema } from './firebase';
export { type ImportMap, importMapSchema, moduleKeysOf, type Trial } from './import-map';
export type { ModuleProps, MountModule, PortalApi, Unmount } from './module';
export { moduleKeySchema, modulePrefix, reservedModuleKeys } from './module-key';
export { type ModuleToast, moduleToastSchema } from './module-toast';
export { moduleVersionSchema } from './module-version';
export {
  type Notification,
  type NotificationId,
  notificationListSchema,
  notificationPageSize,
  notificationSchema,
  notificationTopicOf,
  pushRegistrationSchema,
  readNotificationsSchema,
} from './notification';
export {
  type NotificationPreference,
  notificationPreferenceListSchema,
  notificationPreferenceSchema,
} from './notification-preference';
export {
  type NotificationReceipt,
  type NotificationRequest,
  notificationEmailsMax,
  notificationReceiptSchema,
  notificationRequestSchema,
} from './notification-request';
export {
  type AppDefinition,
  type AppGrant,
  appDefinitionSchema,
  appGrantSchema,
  type NewUser,
  newUserSchema,
  type OperatorApp,
  type OperatorTenant,
  type OperatorUser,
  operatorAppListSchema,
  operatorTenantListSchema,
  operatorTenantSchema,
  operatorUserListSchema,
  operatorUserSchema,
  type UserChange,
  userChangeSchema,
} from './operator';
export { type PageSources, pagePolicy } from './page-policy';
export {
  isPasswordAllowedFor,
  newPasswordSchema,
  type PasswordChangeRequest,
  type PasswordResetRequest,
  passwordChangeRequestSchema,
  passwordMaxLength,
  passwordMinLength,
  passwordResetRequestSchema,
} from './password';
export { nameMaxLength, type PersonalData, personalDataSchema, phoneMaxLength } from './personal-data';
export { type PublicPage, publicPageAt } from './public-page';
export {
  type Audience,
  audienceSchema,
  type CanaryDecision,
  type ChangeAction,
  canaryDecisionSchema,
  changeActions,
  type FileDigests,
  fileDigestSchema,
  fileDigestsSchema,
  integrityOf,
  type MapChange,
  type ModuleFile,
  type ModuleStatus,
  mapChangeListSchema,
  mapChangeSchema,
  moduleFileMaxBytes,
  moduleFileNameSchema,
  moduleFilesMax,
  moduleStatusListSchema,
  moduleStatusSchema,
  moduleVersionMaxBytes,
  type Publication,
  publicationSchema,
  type Rollback,
  rollbackSchema,
  type TrialOutcome,
  trialOutcomeSchema,
} from './publication';
export { type PushData, pushDataSchema, pushRecipientOf } from './push';
export { pushStoreName } from './push-store-name';
export {
  importMapTopic,
  type RealtimeConfiguration,
  type RealtimeCredentials,
  realtimeCredentialsSchema,
  realtimeSchema,
} from './realtime';
export { type RealtimeMessage, realtimeMessageSchema } from './realtime-message';
export type { ModuleFailureKind, PortalReport, Reporter, ReportKind } from './report';
export {
  type CreatedServiceKey,
  createdServiceKeySchema,
  demoServiceKeysSchema,
  type NewServiceKey,
  newServiceKeySchema,
  type ServiceKey,
  serviceKeyListSchema,
  serviceKeySchema,
} from './service-key';
export {
  defaultLocale,
  defaultTheme,
  type Locale,
  localeSchema,
  locales,
  type Theme,
  themeSchema,
  themes,
} from './settings';
export {
  type CreatedTeamToken,
  createdTeamTokenSchema,
  type NewTeamToken,
  newTeamTokenSchema,
  type TeamToken,
  teamTokenListSchema,
  teamTokenSchema,
} from './team-token';
export { tenantKeySchema, tenantOfHost } from './tenant';
export { type CurrentUser, currentUserSchema } from './user';
export {
  type PhotoMime,
  photoEmailsMax,
  photoMaxBytes,
  photoMaxPixels,
  photoMimes,
  photoSize,
  type UserImage,
  userImageListSchema,
  userImageSchema,
} from './user-image';
