export type {
  App,
  Locale,
  ModuleProps,
  PortalApi,
  PortalEventMap,
  PortalEventName,
  Tenant,
  Theme,
} from '@portico/contract';
export {
  isPasswordAllowedFor,
  locales,
  moduleKeysOf,
  modulePrefix,
  newPasswordSchema,
  passwordMaxLength,
  passwordMinLength,
  publicPageAt,
} from '@portico/contract';
export { useAtomValue } from 'jotai';
export { isApiFailure } from './api/api-failure';
export { appsAtom, currentAppAtom, currentAppKeyAtom } from './apps/apps-atoms';
export { type Page, readPage } from './configuration/configuration';
export { ConfigurationError } from './configuration/configuration-error';
export { currentTenant } from './configuration/tenant';
export { subscribeToPortalEvent } from './events/portal-events';
export type { TextKey } from './i18n/catalogue';
export { translations } from './i18n/i18n';
export { useTranslation } from './i18n/use-translation';
export { type Address, addressAtom, announceAddress } from './navigation/address';
export { Link } from './navigation/link';
export { navigate } from './navigation/navigate';
export { adoptStyles, isShellStyle } from './parcel/adopt-styles';
export { CrashBoundary } from './parcel/crash-boundary';
export { createParcel, type ParcelProps } from './parcel/create-parcel';
export { exchangeAccessToken, requestRecovery, resetPassword, validateSession } from './session/access';
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
export { restoreSettings, setLocale, setTheme } from './settings/settings';
export { localeAtom, themeAtom } from './settings/settings-atoms';
export { store } from './store';
