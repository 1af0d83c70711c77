export { type AccessTokenResponse, accessTokenResponseSchema } from './access-token';
export { type ActiveSession, activeSessionListSchema } from './active-session';
export { type ApiErrorBody, apiErrorSchema } from './api-error';
export { type App, appListSchema } from './app';
export { type AuditRecord, auditRecordListSchema } from './audit';
export {
  type ExchangeRequest,
  emailSchema,
  exchangeRequestSchema,
  recoveryRequestSchema,
  type SignInRequest,
  signInRequestSchema,
} from './auth';
export { type Configuration, configurationSchema, type Tenant } from './configuration';
export { changesPath, liveReloadParameter } from './dev-server';
export type { PortalEventMap, PortalEventName } from './events';
export { type FederationManifest, isFederationManifest, parseFederationManifest } from './federation-manifest';
export { findNeed, formatNeeds } from './find-need';
export { type Entry, getModuleKeys, type ImportMap, importMapSchema, type Rollout } from './import-map';
export { isPackageName } from './is-package-name';
export { firstLetter, pickMarkColor } from './mark';
export type { ModuleProps, MountModule, PortalApi, SaveChanges, Unmount } from './module';
export { moduleFileNameSchema } from './module-file-name';
export {
  getModuleKey,
  isModuleKey,
  maxNamedModules,
  moduleKeySchema,
  modulePrefix,
  parseModuleKeys,
  serverSegments,
} from './module-key';
export { type ModuleObservation, moduleObservationSchema, type ScriptPosition } from './module-observation';
export { type ModuleToast, moduleToastSchema } from './module-toast';
export { moduleVersionSchema } from './module-version';
export {
  getNotificationTopic,
  type Notification,
  type NotificationId,
  notificationListSchema,
  notificationPageSize,
  notificationSchema,
  pushRegistrationSchema,
  type RealtimeMessage,
  readNotificationsSchema,
  realtimeMessageSchema,
} from './notification';
export { type NotificationPreference, notificationPreferenceListSchema } from './notification-preference';
export {
  type NotificationReceipt,
  type NotificationRequest,
  notificationReceiptSchema,
  notificationRequestSchema,
} from './notification-request';
export {
  type AppDefinition,
  appDefinitionSchema,
  appGrantSchema,
  newUserSchema,
  type OperatorApp,
  type OperatorTenant,
  type OperatorUser,
  operatorAppListSchema,
  operatorTenantListSchema,
  operatorTenantSchema,
  operatorUserListSchema,
  userChangeSchema,
} from './operator';
export {
  getImportName,
  packageNameSchema,
  publishedNameSchema,
  type SharedPackages,
  sharedPackagesSchema,
} from './package-name';
export { pagePolicy } from './page-policy';
export { firstTiles, maxPageApps, type PageSession, type PageState, pageStateSchema } from './page-state';
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
export {
  type AllowedNeeds,
  allowNeeds,
  joinNeeds,
  listGrants,
  listNeeds,
  type PolicyNeeds,
  policyNeedsSchema,
} from './policy-needs';
export {
  type ListedPreview,
  newPreviewSchema,
  type PagePreviews,
  type PreviewLink,
  pagePreviewsSchema,
  previewDaysDefault,
  previewDaysMax,
  previewLinkSchema,
  previewListSchema,
  previewParameter,
  previewSchema,
} from './preview';
export { findPublicPage, type Layout } from './public-page';
export {
  type AddressRelease,
  type Audience,
  addressReleaseSchema,
  audienceSchema,
  type ChangeAction,
  type CheckedBy,
  type Consumer,
  canaryDecisionSchema,
  changeActions,
  consumerListSchema,
  type FileDigests,
  fileDigestSchema,
  fileDigestsSchema,
  type MapChange,
  type ModuleFile,
  type ModuleStatus,
  mapChangeListSchema,
  moduleFileMaxBytes,
  moduleFilesMax,
  modulePreloadsMax,
  moduleStatusListSchema,
  moduleStatusSchema,
  moduleVersionMaxBytes,
  type Publication,
  publicationSchema,
  quarantineSchema,
  type Rollback,
  type RolloutOutcome,
  releasedAddressSchema,
  rollbackSchema,
  rolloutOutcomeSchema,
  type SharedAddresses,
  sharedAddressesSchema,
  sharedRequestSchema,
  toIntegrity,
  typesFileName,
} from './publication';
export { computePushRecipient, type PushData, pushDataSchema } from './push';
export { pushStoreName } from './push-store-name';
export {
  importMapTopic,
  type RealtimeConfiguration,
  type RealtimeCredentials,
  realtimeCredentialsSchema,
} from './realtime';
export {
  type RecoveryAnswer,
  type RecoveryAnswerReason,
  type RecoveryAnswerTexts,
  recoveryAnswerSchema,
  recoveryAnswers,
} from './recovery-answer';
export type { ModuleFailureKind, PortalReport, Reporter, ReportKind } from './report';
export { addReturnLink, getSignInAddress, returnPath } from './return-link';
export { findFirstLayout, findScreen, regions, screens } from './screens';
export {
  type CreatedServiceKey,
  createdServiceKeySchema,
  demoServiceKeysSchema,
  type NewServiceKey,
  newServiceKeySchema,
  type ServiceKey,
  serviceKeyListSchema,
} from './service-key';
export {
  defaultLocale,
  defaultTheme,
  formatLook,
  type Locale,
  type Look,
  languageTags,
  localeSchema,
  locales,
  lookCookieName,
  parseLook,
  type Theme,
  type ThemeChoice,
  themeChoiceSchema,
  themeChoices,
  themes,
} from './settings';
export {
  type SignInRefusal,
  type SignInRefusalReason,
  type SignInRefusalTexts,
  signInRefusals,
} from './sign-in-refusal';
export {
  type CreatedTeamToken,
  createdTeamTokenSchema,
  type NewTeamToken,
  newTeamTokenSchema,
  type TeamToken,
  teamTokenListSchema,
} from './team-token';
export { findTenantKey, tenantKeySchema } from './tenant';
export { type CurrentUser, currentUserSchema, getGreetingName } from './user';
export {
  type PhotoMime,
  photoEmailsMax,
  photoMaxBytes,
  photoMaxPixels,
  photoMimes,
  photoSize,
  userImageListSchema,
} from './user-image';
