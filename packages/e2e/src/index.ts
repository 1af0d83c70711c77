export { axeFindings } from './axe';
export { buildModule } from './build-module';
export { freePort } from './free-port';
export { exposingModule, heading, lifecyclesModule } from './lifecycles-module';
export { ModuleOrigin } from './module-origin';
export { NetworkLine } from './network-line';
export {
  bell,
  expectStatus,
  openPanel,
  panel,
  rows,
  sendNotification,
  toasts,
  unreadAtServer,
  unreadOf,
} from './notification-panel';
export { look, pictureOf, turned } from './picture';
export { PortalProcess } from './portal-process';
export { PushBrowser } from './push-browser';
export { firebaseConfiguration, PushCloud } from './push-cloud';
export { runPortico } from './run-portico';
export { demoPassword, fillSignIn, signIn } from './sign-in';
export { type BrowserContext, expect, type Page, test } from './test';
export { UserPhoto } from './user-photo';
