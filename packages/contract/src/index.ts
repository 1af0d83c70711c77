export { type ActiveSession, activeSessionListSchema, activeSessionSchema } from './active-session';
export { type ApiErrorBody, apiErrorSchema } from './api-error';
export { type App, appListSchema, appSchema } from './app';
export {
  type AccessTokenResponse,
  accessTokenResponseSchema,
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
export { type ImportMap, importMapSchema, moduleKeysOf } from './import-map';
export type { ModuleProps, MountModule, PortalApi, Unmount } from './module';
export { moduleKeySchema, modulePrefix, reservedModuleKeys } from './module-key';
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
export { type PublicPage, publicPageAt } from './public-page';
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
export { tenantKeySchema, tenantOfHost } from './tenant';
export { type CurrentUser, currentUserSchema } from './user';
