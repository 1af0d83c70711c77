export { darkenAccent, defaultAccent, isLightenedInDark } from './accent';
export { type ActiveSession, activeSessionListSchema } from './active-sessions';
export { type ApiErrorBody, apiErrorSchema } from './api-error';
export { type App, appListSchema } from './app';
export { type AccessTokenResponse, accessTokenResponseSchema } from './auth';
export {
  type AnnouncementTexts,
  announcementKinds,
  pickAnnouncementText,
  type UserAnnouncements,
  userAnnouncementsSchema,
} from './banners';
export { withoutByteOrderMark } from './byte-order-mark';
export {
  accentSchema,
  type Configuration,
  configurationSchema,
  findTenantKey,
  normalizeHost,
  type Tenant,
  tenantKeySchema,
} from './configuration';
export {
  type Confirmation,
  type ConfirmationMethod,
  type ConfirmationState,
  confirmationMethods,
  confirmationSchema,
  confirmationStateSchema,
} from './confirmation';
export { allConsoles, changeEvent } from './console-changes';
export { getContentType } from './content-type';
export { findCookieHelp } from './cookie-help';
export {
  type Declarations,
  declarationsSchema,
  findForeignPage,
} from './declarations';
export { decodeUnreserved } from './decode-unreserved';
export { changesPath, liveReloadParameter } from './dev-server';
export { hasExactOrigin } from './exact-origin';
export {
  type FormProviders,
  findProviderOfEmail,
  formProvidersSchema,
  getProviderAddress,
} from './form-providers';
export { formatWait } from './format-wait';
export { cutText, firstLetter } from './graphemes';
export { guardCalls, noParcel } from './guard-calls';
export { type Health, type HealthState, healthSchema } from './health';
export { type Entry, findModuleOfSegment, getModuleKeys, type ImportMap, importMapSchema } from './import-map';
export { commentedJsonFileSchema, jsonFileSchema } from './json-file';
export { findLeavePath, leaveCookieName, leavePath } from './leave-provider';
export { type ListQuery, listQuerySchema } from './list-page';
export { pickMarkColor } from './mark';
export {
  type EventHandler,
  type EventName,
  type EventPayload,
  type EventSender,
  type GivenProps,
  type ModuleEventName,
  type ModuleEvents,
  type ModuleParcel,
  type ModulePlace,
  type ModuleProps,
  type ModuleToast,
  type MountModule,
  moduleToastSchema,
  type PortalApi,
  type PortalEventMap,
  type PortalEventName,
  type SaveChanges,
  type SubscribeOptions,
  type Unmount,
} from './module';
export { consoleKey, getModuleKey, getStyleScope, moduleAttribute, modulePrefix } from './module-names';
export {
  getNotificationTopic,
  type Notification,
  notificationListSchema,
  notificationPageSize,
  notificationSchema,
  pushRegistrationSchema,
  type RealtimeMessage,
  readNotificationsSchema,
  realtimeMessageSchema,
} from './notification';
export {
  type NotificationPreference,
  type NotificationReceipt,
  type NotificationRequest,
  notificationPreferenceListSchema,
  notificationReceiptSchema,
  notificationRequestSchema,
} from './notification-request';
export { type OverrideChange, overrideChangeSchema } from './override-change';
export { overrideEvent } from './override-event';
export { ownNames } from './own-names';
export { pagePolicy } from './page-policy';
export { createPagePortal, type PagePortal } from './page-portal';
export { type PageSession, type PageState, pageStateSchema } from './page-state';
export {
  type NewPasskey,
  newPasskeySchema,
  type Passkey,
  type PasskeyCreation,
  type PasskeyProof,
  type PasskeyRequest,
  passkeyCreationSchema,
  passkeyListSchema,
  passkeyNameSchema,
  passkeyProofSchema,
  passkeyRequestSchema,
} from './passkeys';
export {
  isPasswordAllowedFor,
  mailedCodeSchema,
  newPasswordSchema,
  type PasswordChangeRequest,
  passwordChangeRequestSchema,
  passwordMaxLength,
  passwordMinLength,
  passwordResetRequestSchema,
} from './password';
export { nameMaxLength, type PersonalData, personalDataSchema, phoneMaxLength, userNameSchema } from './personal-data';
export { createLineSchema, isolateText } from './plain-text';
export {
  type AllowedNeeds,
  allowNeeds,
  findNeed,
  formatAllowance,
  formatNeeds,
  joinNeeds,
  listGrants,
  listNeeds,
  type PolicyNeeds,
  policyNeedsSchema,
  refuseNeeds,
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
export {
  getImportName,
  getPublishedName,
  isModuleKey,
  isPackageImport,
  isPackageName,
  maxNamedModules,
  moduleKeySchema,
  moduleVersionSchema,
  parseModuleKeys,
  serverSegments,
} from './published-names';
export { computePushRecipient, type PushData, pushDataSchema } from './push';
export { pushStoreName } from './push-store-name';
export {
  channelMessage,
  formatChannelMessage,
  importMapTopic,
  type RealtimeCredentials,
  realtimeCredentialsSchema,
} from './realtime';
export type { ModuleFailureKind, PortalReport, Reporter, ReportKind } from './report';
export { addReturnLink, getSignInAddress, newTabQuery, returnPath } from './return-link';
export { scopeRule, scopeStyles } from './scope-styles/scope-styles';
export { findFirstLayout, findPublicPage, findScreen, type Layout, regions, screens } from './screens';
export {
  addedFactorSchema,
  deviceReportSchema,
  factorAnswerSchema,
  factorSetupSchema,
  type KnownDevice,
  knownDeviceListSchema,
  recoveryCodesSchema,
  reportedDeviceSchema,
  type SecondFactor,
  type StartedFactor,
  secondFactorSchema,
  startedFactorSchema,
  tenantFactorSchema,
  tenantFactorStateSchema,
} from './second-factor';
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
export type { SignInRefusal } from './sign-in-refusal';
export {
  isSecondFactorStep,
  type SignInRefusalReason,
  secondFactorReasons,
  signInRefusalReasons,
} from './sign-in-refusal-reasons';
export { emailSchema, recoveryRequestSchema, signInRequestSchema } from './sign-in-request';
export {
  exchangeRequestSchema,
  type ProviderToken,
  providerTokenRequestSchema,
  providerTokenSchema,
} from './token-exchange';
export { type CurrentUser, currentUserSchema, getGreetingName } from './user';
export {
  type PhotoMime,
  photoMaxBytes,
  photoMaxPixels,
  photoMimes,
  photoSize,
  userImageListSchema,
} from './user-image';
