export {
  type ActiveSession,
  type App,
  addReturnLink,
  type CurrentUser,
  cutText,
  type Declarations,
  decodeUnreserved,
  type Entry,
  findFirstLayout,
  findModuleOfSegment,
  findPublicPage,
  findScreen,
  type GivenProps,
  getGreetingName,
  getModuleKey,
  getModuleKeys,
  getSignInAddress,
  type ImportMap,
  isModuleKey,
  isPackageImport,
  type Layout,
  locales,
  type ModuleFailureKind,
  type ModuleParcel,
  type ModulePlace,
  maxNamedModules,
  moduleAttribute,
  modulePrefix,
  type Notification,
  type PersonalData,
  type PortalApi,
  type PortalReport,
  type RealtimeMessage,
  type Reporter,
  type ReportKind,
  regions,
  returnPath,
  type SaveChanges,
  type SignInRefusal,
  type SignInRefusalReason,
  screens,
  type ThemeChoice,
  themeChoices,
} from '@portico/contract';
export type { RolloutOutcome } from '@portico/contract/publishing';
export { isApiFailure } from './api/api-failure';
export {
  addEntries,
  arePasswordsOff,
  ConfigurationError,
  currentTenant,
  findDeclaredEntry,
  findEntry,
  parseImportMap,
  readPage,
  tenantKey,
} from './api/configuration';
export { type FormFailure, useAction } from './forms/use-action';
export { type FieldError, type FieldErrors, findWrongCredentials, useForm, usePasswordField } from './forms/use-form';
export { type Contribution, contributionsAtom } from './modules/contributions';
export { findDeclarations, isModuleOverridden } from './modules/declarations';
export { ModulePart } from './modules/module-part';
export {
  type Address,
  addressAtom,
  announceAddress,
  navigate,
  pageTitleAtom,
  type RefusedAddress,
  refusedAddressAtom,
} from './navigation/address';

export { Link } from './navigation/link';
export { prefetchModule, provideModuleLookup } from './navigation/prefetch-module';
export {
  confirmLeaving,
  hasUnsavedChanges,
  type LeaveQuestion,
  leaveQuestionAtom,
  markUnsavedChanges,
  useUnsavedChanges,
} from './navigation/unsaved-changes';
export { type BlockedNeed, blockedNeedsAtom } from './page/blocked-needs';
export { isOfflineAtom, listen, onWake, subscribeToPortalEvent } from './page/browser-events';
export { followDepartures, getDeparture } from './page/departure';
export { askPermission, liveWindow, readPermission, useNotificationSupport } from './page/notification-permission';
export { type ErrorReport, markReported, receiveReports, report } from './page/report';
export { readStorage, writeStorage } from './page/storage';
export { setScreenComplete, whenIdle } from './page/when-idle';
export { adoptStyles, createParcel, isShellStyle, type ParcelProps } from './parcel/create-parcel';
export {
  type DeveloperBundle,
  developerRequestAtom,
  type FailedName,
  type OverrideFailure,
  type ResolvedEntry,
} from './parcel/developer-bundle';
export { failedRegionsAtom } from './parcel/failed-regions';
export { createLazy, useLazy } from './parcel/lazy';
export { mountModuleParcel, provideModuleParcels } from './parcel/module-parcels';
export { startRealtime, subscribeToPortal } from './realtime/realtime';
export type { RealtimeStatus } from './realtime/relay-message';
export { announceAccountChange, onAccountChange } from './session/account-channel';
export { callApi, send } from './session/api-client';
export { announceImportMap, declarationsAtom } from './session/declarations';
export { beforeSignOut, restoreSession, signIn, signOut, signOutEverywhere } from './session/session';
export {
  accessToken,
  appKeysAtom,
  appsAtom,
  changeApps,
  currentAppAtom,
  currentAppKeyAtom,
  isSignedInAtom,
  photoAtom,
  renameUser,
  sessionAtom,
  showPhoto,
} from './session/session-state';
export type { SessionStatus, SignedOutReason } from './session/session-transitions';
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
export { foldText } from './texts/fold-text';
export { addTexts, i18n, type TextKey, useTranslation } from './texts/i18n';
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
