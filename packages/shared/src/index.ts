export type {
  ActiveSession,
  App,
  CurrentUser,
  ImportMap,
  Locale,
  ModuleFailureKind,
  ModuleProps,
  Notification,
  NotificationPreference,
  PersonalData,
  PhotoMime,
  PortalApi,
  PortalEventMap,
  PortalEventName,
  PortalReport,
  RealtimeCredentials,
  RealtimeMessage,
  Reporter,
  ReportKind,
  Tenant,
  Theme,
  TrialOutcome,
} from '@portico/contract';
export {
  locales,
  moduleKeysOf,
  modulePrefix,
  publicPageAt,
} from '@portico/contract';
export { useAtomValue } from 'jotai';
export { accountPart } from './account/account-part';
export type { Dates } from './account/dates';
export { photoAtom } from './account/photo-atoms';
export { isApiFailure } from './api/api-failure';
export { appsAtom, currentAppAtom, currentAppKeyAtom } from './apps/apps-atoms';
export { prefetchModule } from './apps/prefetch-module';
export { type Page, readPage } from './configuration/configuration';
export { ConfigurationError } from './configuration/configuration-error';
export { announceImportMap, onImportMapAnnounced } from './configuration/import-map-channel';
export { fetchLiveImportMap } from './configuration/live-import-map';
export { currentTenant, tenantKey } from './configuration/tenant';
export type { DeveloperBundle, DeveloperRequest, FailedName, OverrideFailure } from './developer/developer-bundle';
export { subscribeToPortalEvent } from './events/portal-events';
export type { TextKey } from './i18n/catalogue';
export { allTexts, translations } from './i18n/i18n';
export { useTranslation } from './i18n/use-translation';
export { type Address, addressAtom, announceAddress } from './navigation/address';
export { Link } from './navigation/link';
export { navigate } from './navigation/navigate';
export { newPasswordPart } from './new-password/new-password-part';
export type { NotificationList } from './notifications/notification-list';
export type { NotificationFilter } from './notifications/notification-page';
export type { TabMessage } from './notifications/tab-channel';
export { adoptStyles, isShellStyle } from './parcel/adopt-styles';
export { createParcel, type MountedParcel, type MountParcel, type ParcelProps } from './parcel/create-parcel';
export { claimError, type Fault, receiveReports, report } from './reports/report';
export { exchangeAccessToken, requestRecovery, resetPassword, validateSession } from './session/access';
export { beforeSignOut } from './session/farewell';
export { accessToken } from './session/held-token';
export { returnPath } from './session/return-path';
export { restoreSession, signIn, signOut } from './session/session';
export {
  isSignedInAtom,
  type Session,
  type SessionStatus,
  type SignedOutReason,
  sessionAtom,
} from './session/session-atoms';
export { type SignInFailure, signInFailureOf } from './session/sign-in-failure';
export { startSession } from './session/start-session';
export { keepSettingsCurrent, restoreSettings, rewriteSettings, setLocale, setTheme } from './settings/settings';
export { localeAtom, themeAtom } from './settings/settings-atoms';
export { store } from './store';
export type { Toast, ToastType } from './toasts/toast';
export { dismissToast, showToast } from './toasts/toast-queue';
export { toasterPart } from './toasts/toaster-part';
export type { ShownToast } from './toasts/use-toaster';
export {
  confirmLeaving,
  hasUnsavedChanges,
  type LeaveQuestion,
  leaveQuestionAtom,
  markUnsavedChanges,
} from './unsaved-changes/unsaved-changes';
export { useUnsavedChanges } from './unsaved-changes/use-unsaved-changes';
