export {
  importMapTopic,
  notificationTopicOf,
  photoMaxBytes,
  photoMimes,
  photoSize,
  pushRecipientOf,
  pushStoreName,
} from '@portico/contract';
export { sendTrialOutcome } from '../configuration/trial-outcome';
export { markAllNotificationsRead, markNotificationRead } from '../notifications/mark-read';
export { hasMore } from '../notifications/notification-list';
export {
  reloadNotifications,
  restartNotifications,
  useMoreNotifications,
  useNotificationList,
  useUnreadCount,
} from '../notifications/notification-queries';
export { registerPushToken, unregisterPushToken } from '../notifications/push-token';
export { readRealtimeMessage } from '../notifications/read-realtime-message';
export { realtimeCredentials } from '../notifications/realtime-credentials';
export { openTabChannel } from '../notifications/tab-channel';
export { endActiveSession, endOtherSessions, useActiveSessions } from './active-sessions';
export { useDates } from './dates';
export { keepAccountCurrent } from './keep-account-current';
export { useNotificationPreferences, useSavePreference } from './notification-preferences';
export { changePassword } from './password';
export { savePersonalData, usePersonalData } from './personal-data';
export { personalDataLimits, readPersonalData } from './personal-data-faults';
export { deletePhoto, savePhoto } from './photo';
