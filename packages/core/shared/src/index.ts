export {
  type ActiveSession,
  type App,
  addReturnLink,
  type CurrentUser,
  type Entry,
  findFirstLayout,
  findPublicPage,
  findScreen,
  firstTiles,
  getGreetingName,
  getModuleKey,
  getModuleKeys,
  getSignInAddress,
  type ImportMap,
  isModuleKey,
  isPackageName,
  type Layout,
  type Locale,
  locales,
  type ModuleFailureKind,
  maxNamedModules,
  modulePrefix,
  type Notification,
  type PersonalData,
  type PortalApi,
  type PortalReport,
  parseModuleKeys,
  type RealtimeMessage,
  type Reporter,
  type ReportKind,
  type RolloutOutcome,
  regions,
  returnPath,
  type SaveChanges,
  type SignInRefusal,
  type SignInRefusalTexts,
  screens,
  signInRefusals,
  type ThemeChoice,
  themeChoices,
} from '@portico/contract';
export { announceAccountChange, onAccountChange } from './account/account-channel';
export { photoAtom, showPhoto } from './account/photo';
export { callApi, exchangeAccessToken, send, validateSession } from './api/api-client';
export { addEntries, findEntry } from './apps/entries';
export { fetchApps, loadAllApps, missingAppsAtom } from './apps/load-all-apps';
export { prefetchModule, provideModuleLookup } from './apps/prefetch-module';
export {
  ConfigurationError,
  currentTenant,
  parseImportMap,
  readPage,
  tenantKey,
} from './configuration/configuration';
export { isOfflineAtom } from './connection/is-offline';
export { followDepartures, getDeparture } from './departure/departure';
export {
  type DeveloperBundle,
  developerRequestAtom,
  type FailedName,
  type OverrideFailure,
  type ResolvedEntry,
} from './developer/developer-bundle';
export { listen, onPermissionChange, onWake } from './events/browser-events';
export { subscribeToPortalEvent } from './events/portal-events';
export { isApiFailure } from './http/api-failure';
export { i18n, type TextKey, useTranslation } from './i18n/i18n';
export { setScreenComplete, whenIdle } from './idle/when-idle';
export { createLazy, useLazy } from './lazy/lazy';
export { type Address, addressAtom, announceAddress, navigate } from './navigation/address';
export { Link } from './navigation/link';
export { pageTitleAtom, setPageTitle } from './navigation/page-title';
export { type RefusedAddress, refusedAddressAtom, showRefusedAddress } from './navigation/refused-address';
export { adoptStyles, createParcel, isShellStyle, type ParcelProps } from './parcel/create-parcel';
export { failedRegionsAtom } from './parcel/failed-regions';
export { liveWindow, startRealtime, subscribeToAnnouncements } from './realtime/realtime';
export type { RealtimeStatus } from './realtime/relay-message';
export { type ErrorReport, markReported, receiveReports, report } from './reports/report';
export { requestRecovery, resetPassword } from './session/auth-calls';
export { restoreSession, signIn, signOut } from './session/session';
export {
  accessToken,
  appsAtom,
  changeApps,
  currentAppAtom,
  currentAppKeyAtom,
  hasMoreApps,
  isSignedInAtom,
  renameUser,
  sessionAtom,
} from './session/session-state';
export type { SessionStatus, SignedOutReason } from './session/session-transitions';
export { beforeSignOut } from './session/sign-out-hooks';
export { startSession } from './session/start-session';
export {
  keepSettingsCurrent,
  localeAtom,
  restoreSettings,
  rewriteSettings,
  setLocale,
  setTheme,
  themeAtom,
  themeChoiceAtom,
} from './settings/settings';
export { languageNames, useLanguageChoice } from './settings/use-language-choice';
export { store, useAtomValue } from './store';
export { showModuleToast } from './toasts/show-module-toast';
export {
  dismissToast,
  onToastsClosed,
  type QueuedToast,
  showToast,
  type Toast,
  type ToastType,
  waitingToastsAtom,
} from './toasts/toast-queue';
export {
  confirmLeaving,
  hasUnsavedChanges,
  type LeaveQuestion,
  leaveQuestionAtom,
  markUnsavedChanges,
  useUnsavedChanges,
} from './unsaved-changes/unsaved-changes';
