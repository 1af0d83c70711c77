export { axeFindings } from './axe';
export { freePort } from './free-port';
export { exposingModule, heading, lifecyclesModule } from './lifecycles-module';
export { ModuleOrigin } from './module-origin';
export { PortalProcess } from './portal-process';
export { runPortico } from './run-portico';
export { demoPassword, fillSignIn, signIn } from './sign-in';
export { type BrowserContext, expect, type Page, test } from './test';
