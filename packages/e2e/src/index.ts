export { axeFindings } from './axe';
export { type BrokerSocket, openCount, publication, watchSockets } from './broker-sockets';
export { type BuiltFiles, buildContainer, buildModule } from './build-module';
export {
  acceptUpdate,
  afterLook,
  closeOffer,
  crashedModule,
  deepAddress,
  deploysTest,
  deployVersion,
  openCounted,
  openDetails,
  passTime,
  publishVersion,
  removeVersion,
  updateOffer,
  versionDetails,
  versionTitle,
  waitForLook,
} from './deploys-test';
export {
  chooseDeveloper,
  developerTest,
  moduleTitle,
  overrideLink,
  overridesBadge,
  storedOverrideKeys,
  storeOverrides,
  titledModule,
} from './developer-test';
export { freePort } from './free-port';
export { exposingModule, heading, lifecyclesModule } from './lifecycles-module';
export { serveLongNotificationList } from './long-notification-list';
export { ModuleOrigin } from './module-origin';
export {
  boxOf,
  closeModalDialog,
  type ModuleToast,
  openModalDialog,
  openPublicModule,
  openSignedInModule,
  showToasts,
  toastCard,
  toastRegion,
  toastRows,
} from './module-toasts';
export { NetworkLine } from './network-line';
export {
  bell,
  expectStatus,
  openLive,
  openPanel,
  panel,
  rows,
  type SentNotification,
  sendNotification,
  toasts,
  unreadAtServer,
  unreadOf,
} from './notification-panel';
export { look, pictureOf, turned } from './picture';
export { PortalProcess } from './portal-process';
export {
  change,
  containerFiles,
  detailsHeading,
  digestOf,
  fallbackToast,
  freshVersion,
  historyOfModule,
  liveVersionOf,
  otherModule,
  publishContainer,
  publishedModule,
  publishFiles,
  publishingCall,
  publishingTest,
  publishTitled,
  statusOf,
  titledFiles,
  unfitFiles,
  versionHeading,
} from './publishing-test';
export { PushBrowser } from './push-browser';
export { firebaseConfiguration, PushCloud } from './push-cloud';
export { allowNotifications, lookAway, pushTest, sendPush, signInForPush } from './push-test';
export { realtimeTest } from './realtime-test';
export { runPortico } from './run-portico';
export { demoPassword, fillSignIn, signIn, signOut, untilTopBarMounted } from './sign-in';
export { type BrowserContext, expect, type Page, test } from './test';
export { switchTheme } from './theme';
export {
  chooseInMenu,
  expectAt,
  historyOf,
  leave,
  leaveQuestion,
  noteField,
  noteModule,
  openNotesAmidHistory,
  openUnsavedNotes,
  setDirty,
  stay,
} from './unsaved-changes';
export { UserPhoto } from './user-photo';
