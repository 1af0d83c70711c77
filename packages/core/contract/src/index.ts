export { darkenAccent, defaultAccent, isLightenedInDark } from './accent';
export {
  type AccessChange,
  type AccessRequest,
  accessAnswerSchema,
  accessChangeSchema,
  accessPageSchema,
  accessRequestPageSchema,
  createdGroupSchema,
  type Group,
  type GroupChange,
  type GroupList,
  groupChangeSchema,
  groupListSchema,
  type MemberAccess,
  memberPageSchema,
  newAccessRequestSchema,
  newGroupSchema,
  type OwnAccessRequest,
  ownAccessRequestListSchema,
  ownAccessRequestSchema,
  type TenantApp,
} from './access';
export { type ActiveSession, activeSessionListSchema } from './active-sessions';
export {
  type Announcement,
  type AnnouncementChange,
  type AnnouncementQuery,
  announcementChangeSchema,
  announcementDeliveries,
  announcementLengths,
  announcementPageSchema,
  announcementQuerySchema,
  announcementSchema,
  announcementStates,
  type NewAnnouncement,
  newAnnouncementSchema,
} from './announcements';
export { type ApiErrorBody, apiErrorSchema } from './api-error';
export { type App, appListSchema } from './app';
export {
  type AuditAction,
  type AuditQuery,
  type AuditRecord,
  auditQuerySchema,
  auditRecordListSchema,
} from './audit';
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
  type ClaimMapping,
  claimMappingListSchema,
  createdClaimMappingSchema,
  type NewClaimMapping,
  newClaimMappingSchema,
} from './claim-mappings';
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
export { type ConsoleCaller, consoleCallerSchema } from './console-caller';
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
export { emergencyLinkRequestSchema, emergencyLinkSchema } from './emergency-link';
export { hasExactOrigin } from './exact-origin';
export {
  type BrowserName,
  browserNames,
  type Failure,
  type FailurePage,
  type FailureQuery,
  type FailureReport,
  type Frame,
  failurePageSchema,
  failureQuerySchema,
  failureReportSchema,
  failureSchema,
  failureSorts,
  failureTextMax,
  frameSchema,
  type ListedFailure,
} from './failures';
export { type FederationManifest, isFederationManifest, parseFederationManifest } from './federation-manifest';
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
export {
  acceptInvitationSchema,
  type Invitation,
  type InvitationPlan,
  type InvitationRequest,
  invitationPageSchema,
  invitationPlanSchema,
  invitationQuerySchema,
  invitationRequestSchema,
  invitedNameSchema,
  invitedRowsMax,
  invitedSchema,
  invitedTextMax,
  newInvitationsSchema,
  type OpenedInvitation,
  openedInvitationSchema,
  openInvitationSchema,
  type PlannedRow,
} from './invitations';
export { commentedJsonFileSchema, jsonFileSchema } from './json-file';
export { findLeavePath, leaveCookieName, leavePath } from './leave-provider';
export { type ListQuery, listQuerySchema } from './list-page';
export {
  type LookChange,
  lookChangeSchema,
  lookSchema,
  type TenantLook,
} from './look';
export { type ChangeAction, changeActions, type MapChange, mapChangeListSchema } from './map-changes';
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
export { moduleFileNameSchema } from './module-file-name';
export { consoleKey, getModuleKey, getStyleScope, moduleAttribute, modulePrefix } from './module-names';
export { newDeclarationsSchema } from './new-declarations';
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
export {
  type AppDefinition,
  appChangeSchema,
  appGrantSchema,
  createdScimTokenSchema,
  createdServiceKeySchema,
  createdTeamTokenSchema,
  demoServiceKeysSchema,
  type NewServiceKey,
  newAppSchema,
  newScimTokenSchema,
  newServiceKeySchema,
  newTeamTokenSchema,
  newUserSchema,
  type OperatorTenant,
  type OperatorUser,
  operatorAppListSchema,
  operatorTenantListSchema,
  operatorTenantSchema,
  operatorUserSchema,
  type ScimToken,
  scimTokenListSchema,
  serviceKeyPageSchema,
  type TeamToken,
  teamTokenPageSchema,
  tokenDaysMax,
} from './operator';
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
export {
  addressChangeSchema,
  addressConfirmationSchema,
  type ListedPerson,
  ownAddressChangeSchema,
  type PeoplePage,
  type PeopleQuery,
  type Person,
  peoplePageSchema,
  peopleQuerySchema,
  peopleSorts,
  personChangeSchema,
  personSchema,
  type SignInRecord,
  type UserState,
  userStates,
} from './people';
export { type Permission, permissions, type Role, roles } from './permissions';
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
  type Audience,
  addressReleaseSchema,
  audienceSchema,
  type CheckedBy,
  type Consumer,
  canaryDecisionSchema,
  consumerListSchema,
  fileDigestSchema,
  fileDigestsSchema,
  type ModuleFile,
  type ModuleStatus,
  moduleFileMaxBytes,
  moduleFilesMax,
  modulePreloadsMax,
  moduleStatusListSchema,
  moduleStatusSchema,
  moduleVersionMaxBytes,
  type Publication,
  publicationListSchema,
  publicationSchema,
  quarantineSchema,
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
export {
  type FileChange,
  type ListedVersion,
  storedPublicationSchema,
  type VersionComparison,
  versionComparisonSchema,
  versionPageSchema,
  versionQuerySchema,
} from './releases';
export type { ModuleFailureKind, PortalReport, Reporter, ReportKind } from './report';
export { addReturnLink, getSignInAddress, newTabQuery, returnPath } from './return-link';
export {
  type GrantedRole,
  type RoleAssignment,
  type RolePage,
  type RoleQuery,
  roleChangeSchema,
  rolePageSchema,
  roleQuerySchema,
  roleRevocationSchema,
} from './roles';
export {
  formatPlan,
  type Outcomes,
  type PlanStatus,
  type RolloutStep,
  rolloutPlanSchema,
} from './rollout';
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
export { publishedNameSchema, type SharedPackages, sharedPackagesSchema, teamModuleKeySchema } from './shared-packages';
export { type SignInMethod, signInMethods } from './sign-in-methods';
export {
  type ProviderAccount,
  providerAccountListSchema,
  type SignInProvider,
  type SignInProviderChange,
  signInProviderChangeSchema,
  signInProviderSchema,
  signInProvidersSchema,
} from './sign-in-providers';
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
export {
  rateVital,
  type VersionVitals,
  type VisitVitals,
  type VitalFigure,
  type VitalName,
  type VitalsReport,
  versionVitalsListSchema,
  visitsPerVitalsReport,
  vitalNames,
  vitalsReportSchema,
} from './vitals';
